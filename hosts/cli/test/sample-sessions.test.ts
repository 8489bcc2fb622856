/**
 * Owns that nothing of real logs is lost between the file and the answer: every file is a session or explained, every
 * text is found at its address, every record reads back as it is written. Skips where the samples are not there.
 */
import { closeSync, openSync, readSync } from "node:fs";
import type { DocumentSlice, EventHit, PlainTranscript, SessionRecord, TranscriptEvent } from "@backscroll/corpus";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { choosePhrase, countWords } from "./sample-sessions/choose-phrase.ts";
import { countSlots } from "./sample-sessions/count-slots.ts";
import { sampleFolder } from "./sample-sessions/lay-out-home.ts";
import { openSamples, type SampleHome } from "./sample-sessions/open-samples.ts";

const folder = sampleFolder();
if (folder === null)
  console.log("BACKSCROLL_SAMPLE_SESSIONS names no folder: the checks against real logs are skipped.");
const minutes = 60_000;

let homes: readonly SampleHome[] = [];
beforeAll(async () => {
  if (folder !== null) homes = await openSamples(folder);
}, 3 * minutes);
afterAll(async () => {
  for (const home of homes) await home.remove();
});

const readBytes = (path: string, start: number, end: number): Buffer => {
  const file = openSync(path, "r");
  try {
    const bytes = Buffer.alloc(end - start);
    readSync(file, bytes, 0, bytes.length, start);
    return bytes;
  } finally {
    closeSync(file);
  }
};

const inParallel = async <A>(items: readonly A[], work: (item: A) => Promise<void>): Promise<void> => {
  const waiting = [...items];
  const worker = async (): Promise<void> => {
    for (let item = waiting.shift(); item !== undefined; item = waiting.shift()) await work(item);
  };
  await Promise.all(Array.from({ length: 6 }, worker));
};

const mostEvents = 40;
const summaries: ReadonlySet<string> = new Set(["context/compaction", "context/reset", "session/title"]);

/** All events of a small session; of a large one the ends, the rare kinds and every so many of the others. */
const chooseEvents = (events: readonly TranscriptEvent[]): readonly TranscriptEvent[] => {
  if (events.length <= mostEvents) return events;
  const chosen = new Set<TranscriptEvent>();
  const take = (from: readonly TranscriptEvent[], most: number): void => {
    const step = Math.max(1, from.length / most);
    for (let index = 0; index < from.length; index += step) {
      const event = from[Math.floor(index)];
      if (event !== undefined) chosen.add(event);
    }
  };
  take(events.slice(0, 1), 1);
  take(events.slice(-1), 1);
  take(
    events.filter((event) => summaries.has(event.type)),
    6,
  );
  take(
    events.filter((event) => event.branch === "inactive"),
    6,
  );
  take(
    events.filter((event) => event.copyOf !== null),
    6,
  );
  take(
    events.filter((event) => event.type === "tool/result"),
    8,
  );
  take(
    events.filter((event) => !event.logOnly),
    mostEvents - chosen.size,
  );
  return [...chosen].sort((one, other) => one.seq - other.seq);
};

const marksOf = (event: TranscriptEvent | EventHit) => ({
  type: event.type,
  role: event.role,
  branch: event.branch,
  surface: event.surface,
  beforeCompaction: event.beforeCompaction,
  subagentOf: event.subagentOf,
  copyOf: event.copyOf,
  callSeq: event.callSeq,
  truncated: event.truncated,
  echo: event.echo,
  createdAt: event.createdAt,
});

/** The longest string below a JSON value. */
const longestString = (value: unknown): string => {
  if (typeof value === "string") return value;
  const strings = typeof value === "object" && value !== null ? Object.values(value).map(longestString) : [];
  return strings.reduce((longest, text) => (text.length > longest.length ? text : longest), "");
};

/** What a person remembers of arguments: their longest text, as it was meant and not as JSON escapes it. */
const argumentsText = (recorded: string): string => {
  try {
    return longestString(JSON.parse(recorded));
  } catch {
    return recorded;
  }
};

/** What an event says by itself, as a person would read it: a call's document ends, a lone result's begins, with the other. */
const ownText = (event: TranscriptEvent, { text, tool }: DocumentSlice): string => {
  if (event.type === "tool/call") return argumentsText(tool?.arguments ?? "");
  const parts = text.split("\n--- output ---\n");
  return event.type === "tool/result" && parts.length > 1 ? parts.slice(1).join("\n") : text;
};

const objectOf = (value: unknown): { readonly [name: string]: unknown } =>
  typeof value === "object" && value !== null && !Array.isArray(value) ? (value as { [name: string]: unknown }) : {};

/** The texts of a message in its native record, in whichever wire: strings and blocks of text. */
const spokenTexts = (record: unknown, pointer: string): readonly string[] => {
  const { message, payload } = objectOf(record);
  const { role, content, type } = objectOf(message ?? payload);
  if (!["user", "assistant"].includes(String(role)) || /content\/\d+$/.test(pointer)) return [];
  if (typeof content === "string") return [content];
  if (!Array.isArray(content) || (payload !== undefined && type !== "message")) return [];
  const blocks = content.map(objectOf);
  if (blocks.some((block) => block.type === "tool_result")) return [];
  return blocks.flatMap(({ type: kind, text }) =>
    ["text", "input_text", "output_text"].includes(String(kind)) && typeof text === "string" ? [text] : [],
  );
};

const addressOf = ({ session, seq }: { readonly session: string; readonly seq: number }): string => `${session}:${seq}`;

const repeatsIn = (hits: readonly EventHit[]): string[] => {
  const seen = new Set<string>();
  const repeats: string[] = [];
  for (const hit of hits) {
    const address = addressOf(hit);
    if (seen.has(address)) repeats.push(address);
    seen.add(address);
  }
  for (const hit of hits)
    if (hit.copyOf !== null && seen.has(addressOf(hit.copyOf))) repeats.push(`${addressOf(hit)} and its original`);
  return repeats;
};

interface Chosen {
  readonly home: SampleHome;
  readonly session: SessionRecord;
  readonly transcript: PlainTranscript;
  readonly event: TranscriptEvent;
  readonly text: string;
  readonly phrase: string | null;
}

const chosenOf = async (home: SampleHome): Promise<readonly Chosen[]> => {
  const chosen: Chosen[] = [];
  for (const session of home.sessions) {
    const transcript = await home.corpus.query.openTranscript(session.session);
    expect(transcript.events.length, session.session).toBe(session.events);
    const events = chooseEvents(transcript.events);
    const documents = await transcript.documents(events.map(({ seq }) => seq));
    expect(documents.map(({ seq }) => seq)).toEqual(events.map(({ seq }) => seq));
    const texts = events.map((event, index) => ownText(event, documents[index] as DocumentSlice));
    const counts = countWords(texts);
    events.forEach((event, index) => {
      const phrase = choosePhrase(texts[index] ?? "", counts);
      chosen.push({ home, session, transcript, event, text: documents[index]?.text ?? "", phrase });
    });
  }
  return chosen;
};

/** Hits of an answer, page by page, until the wanted one is among them. */
const pagesUntil = async (
  page: (
    cursor: string | undefined,
  ) => Promise<{ readonly hits: readonly EventHit[]; readonly nextCursor: string | null }>,
  wanted: string,
): Promise<{ readonly hit: EventHit | undefined; readonly hits: readonly EventHit[] }> => {
  const hits: EventHit[] = [];
  let cursor: string | null | undefined;
  do {
    const answer = await page(cursor ?? undefined);
    hits.push(...answer.hits);
    const hit = answer.hits.find((candidate) => addressOf(candidate) === wanted);
    if (hit !== undefined) return { hit, hits };
    cursor = answer.nextCursor;
  } while (cursor !== null);
  return { hit: undefined, hits };
};

describe.skipIf(folder === null)("real logs (BACKSCROLL_SAMPLE_SESSIONS names their folder)", () => {
  let chosen: readonly Chosen[] = [];
  beforeAll(async () => {
    chosen = (await Promise.all(homes.map(chosenOf))).flat();
    console.log(
      `${homes.length} homes, ${chosen.length} events of ${new Set(chosen.map(({ session }) => session)).size} sessions`,
    );
  }, 3 * minutes);

  it("every file is a session, or is said to be left out and why", () => {
    for (const home of homes) {
      const listed = new Set(home.sessions.map(({ path }) => path));
      const explained = new Map(home.report.skipped.map((skipped) => [skipped.source, skipped.message]));
      for (const file of home.files) {
        if (!listed.has(file))
          expect(explained.get(file) ?? `${file} is left out silently`).toMatch(/^[a-z0-9].* .{5,}/);
      }
      for (const file of home.added) expect(listed.has(file) || explained.has(file), file).toBe(true);
    }
  });

  it("as many slots as the rules of addressing say", () => {
    const wrong: string[] = [];
    const compared = new Map<string, number>();
    for (const home of homes) {
      for (const [wire, files] of home.known) {
        for (const file of files) {
          const sessions = home.sessions.filter(({ path }) => path === file);
          if (sessions.length === 0 || !file.endsWith(".jsonl")) continue;
          compared.set(wire, (compared.get(wire) ?? 0) + 1);
          const events = sessions.reduce((sum, session) => sum + session.events, 0);
          const slots = countSlots(wire, file);
          if (events !== slots) wrong.push(`${file}: ${events} events, ${slots} slots`);
        }
      }
    }
    expect(wrong).toEqual([]);
    expect([...compared.values()].every((files) => files >= 5)).toBe(true);
  });

  it(
    "every text is found in its session, with its marks",
    async () => {
      const wrong: unknown[] = [];
      await inParallel(chosen, async ({ home, session, event, phrase }) => {
        if (phrase === null) return;
        const wanted = addressOf({ session: session.session, seq: event.seq });
        const { hit, hits } = await pagesUntil(
          (cursor) =>
            home.corpus.query.searchEvents({
              session: session.session,
              query: `"${phrase}"`,
              limit: 100,
              events: { echo: "include" },
              ...(cursor === undefined ? {} : { cursor }),
            }),
          wanted,
        );
        if (hit === undefined) wrong.push({ missing: wanted, type: event.type, phrase, hits: hits.length });
        else {
          const [is, should] = [marksOf(hit), marksOf(event)];
          if (JSON.stringify(is) !== JSON.stringify(should)) wrong.push({ wanted, is, should });
        }
        for (const repeat of repeatsIn(hits)) wrong.push({ repeat, phrase });
      });
      expect(wrong).toEqual([]);
    },
    4 * minutes,
  );

  it(
    "every text is found in the corpus, once, where it was first written",
    async () => {
      const wrong: unknown[] = [];
      await inParallel(chosen, async ({ home, session, event, phrase }) => {
        if (phrase === null) return;
        const wanted = addressOf(event.copyOf ?? { session: session.session, seq: event.seq });
        const { hit, hits } = await pagesUntil(async (cursor) => {
          const answer = await home.corpus.query.searchCorpus({
            query: `"${phrase}"`,
            limit: 100,
            events: { echo: "include" },
            ...(cursor === undefined ? {} : { cursor }),
          });
          return { nextCursor: answer.nextCursor, hits: answer.hits.map((found) => found.event) };
        }, wanted);
        if (hit === undefined) wrong.push({ missing: wanted, type: event.type, phrase, hits: hits.length });
        for (const repeat of repeatsIn(hits)) wrong.push({ repeat, phrase });
      });
      expect(wrong).toEqual([]);
    },
    4 * minutes,
  );

  it(
    "every record reads back as it is written, and its text in slices",
    async () => {
      const wrong: unknown[] = [];
      await inParallel(chosen, async ({ home, session, transcript, event, text }) => {
        const address = addressOf({ session: session.session, seq: event.seq });
        const { event: read } = await home.corpus.query.readEvent({ session: session.session, seq: event.seq });
        const { path, start, end } = read.origin;
        const written: unknown = JSON.parse(
          readBytes(path, start, end)
            .toString("utf8")
            .replace(/^\uFEFF/, ""),
        );
        if (JSON.stringify(written) !== JSON.stringify(read.record)) wrong.push({ address, otherRecord: read.origin });
        if (path !== session.path) wrong.push({ address, path });
        if (read.document !== text)
          wrong.push({ address, document: read.document.slice(0, 80), text: text.slice(0, 80) });
        if (JSON.stringify(marksOf({ ...event, ...read })) !== JSON.stringify(marksOf(event)))
          wrong.push({ address, marks: marksOf({ ...event, ...read }) });
        // Codex tells a message twice; the second telling is silent.
        const isSilent = session.wire === "codex" && event.logOnly;
        for (const said of isSilent ? [] : spokenTexts(read.record, read.pointer)) {
          if (!read.document.includes(said))
            wrong.push({ address, said: said.slice(0, 80), document: text.slice(0, 80) });
        }
        const characters = [...text];
        const cut = Math.floor(characters.length / 3);
        const slices = [
          await transcript.document(event.seq, 0, cut),
          await transcript.document(event.seq, cut, 2 * cut),
          await transcript.document(event.seq, 2 * cut),
        ];
        if (slices.map((slice) => slice.text).join("") !== text)
          wrong.push({ address, slices: slices.map((slice) => slice.text.length) });
        if (slices.some((slice) => slice.totalChars !== characters.length))
          wrong.push({ address, totalChars: slices[0]?.totalChars });
      });
      expect(wrong).toEqual([]);
    },
    4 * minutes,
  );
});
