/** Owns the order of hits, their pages and their excerpts. */
import { expect, it } from "vitest";
import { codeOf, type OpenCorpus } from "./open-corpus.ts";
import { assistant, sampleStart, user } from "./sample-log.ts";

export const rankCases = (open: OpenCorpus): void => {
  it("ranks more and denser matches first", async () => {
    const corpus = await open({
      id: "a",
      records: [
        user("zebra and many other words that say nothing of it at all"),
        user("zebra zebra zebra"),
        user("zebra once more here"),
        ...Array.from({ length: 9 }, () => user("lion")),
      ],
    });
    expect(await corpus.find("zebra")).toEqual(["a:2", "a:3", "a:1"]);
  });

  it("orders equal scores by time, newest first and unknown last, then by session id, then by seq from the end", async () => {
    const corpus = await open(
      {
        id: "b",
        records: [user("zebra", { time: 5000 }), user("zebra", { time: 5000 }), user("zebra", { time: 9000 })],
      },
      { id: "a", records: [user("zebra", { time: 5000 }), user("zebra", { time: 1000 })] },
      { id: "c", records: [user("lion"), user("tiger")] },
    );
    expect(await corpus.find("zebra")).toEqual(["b:3", "a:1", "b:2", "b:1", "a:2"]);
    // A text without a time has one more fact to be indexed under, so it is compared by time only.
    corpus.write({ id: "d", created: null, records: [user("zebra", { time: null })] });
    expect(await corpus.find("zebra", { order: "newest" })).toEqual(["b:3", "a:1", "b:2", "b:1", "a:2", "d:1"]);
  });

  it("orders by time alone where that is asked", async () => {
    const corpus = await open({
      id: "a",
      records: [user("zebra zebra", { time: 2000 }), user("zebra", { time: 9000 }), user("zebra", { time: 1000 })],
    });
    expect(await corpus.find("zebra", { order: "newest" })).toEqual(["a:2", "a:1", "a:3"]);
  });

  it("gives the same order every time", async () => {
    const logs = ["a", "b", "c"].map((id) => ({ id, records: [user("zebra"), assistant("zebra stripes")] }));
    const one = await open(...logs);
    const other = await open(...[...logs].reverse());
    expect(await one.find("zebra")).toEqual(await other.find("zebra"));
    expect(await one.find("zebra")).toEqual(await one.find("zebra"));
  });

  it("gives each session once, with its strongest event", async () => {
    const corpus = await open(
      { id: "a", records: [user("zebra"), user("zebra zebra zebra"), user("lion")] },
      { id: "b", records: [user("one zebra among quite some other words")] },
      { id: "c", records: [user("lion")] },
    );
    const { hits, nextCursor } = await corpus.query.searchSessions({ query: "zebra" });
    expect(hits.map(({ session, event }) => [session.session, event.session, event.seq])).toEqual([
      ["sample:a", "sample:a", 2],
      ["sample:b", "sample:b", 1],
    ]);
    expect(nextCursor).toBeNull();
  });

  it("searches one session alone, and says whose it is", async () => {
    const corpus = await open(
      { id: "a", records: [user("zebra"), user("lion")] },
      { id: "b", records: [user("zebra")] },
    );
    const page = await corpus.query.searchEvents({ session: "sample:b", query: "zebra" });
    expect(page.session.session).toBe("sample:b");
    expect(page.hits.map((hit) => hit.seq)).toEqual([1]);
    expect(await codeOf(corpus.query.searchEvents({ session: "sample:z", query: "zebra" }))).toBe("session_not_found");
  });

  it("gives every hit once over all pages, in the order of one large page", async () => {
    const corpus = await open(
      ...["a", "b", "c"].map((id) => ({
        id,
        records: Array.from({ length: 15 }, (_, index) => user(`zebra ${"x ".repeat(index % 4)}`)),
      })),
    );
    const whole = await corpus.find("zebra");
    expect(whole.length).toBe(45);
    for (const limit of [7, undefined]) {
      const paged: string[] = [];
      let cursor: string | undefined;
      do {
        const request = {
          query: "zebra",
          ...(limit !== undefined && { limit }),
          ...(cursor !== undefined && { cursor }),
        };
        const page = await corpus.query.searchCorpus(request);
        expect(page.hits.length).toBeLessThanOrEqual(limit ?? 20);
        paged.push(...page.hits.map(({ event }) => `${event.session.slice(7)}:${event.seq}`));
        cursor = page.nextCursor ?? undefined;
      } while (cursor !== undefined);
      expect(paged).toEqual(whole);
    }
  });

  it("pages sessions and the events of one session", async () => {
    const corpus = await open(...["a", "b", "c"].map((id) => ({ id, records: [user("zebra"), user("zebra")] })));
    const first = await corpus.query.searchSessions({ query: "zebra", limit: 2 });
    const second = await corpus.query.searchSessions({ query: "zebra", limit: 2, cursor: first.nextCursor ?? "" });
    expect([...first.hits, ...second.hits].map(({ session }) => session.session).toSorted()).toEqual([
      "sample:a",
      "sample:b",
      "sample:c",
    ]);
    expect(second.nextCursor).toBeNull();
    const events = await corpus.query.searchEvents({ session: "sample:a", query: "zebra", limit: 1 });
    const more = { session: "sample:a", query: "zebra", limit: 1, cursor: events.nextCursor ?? "" };
    const rest = await corpus.query.searchEvents(more);
    expect([...events.hits, ...rest.hits].map((hit) => hit.seq).toSorted()).toEqual([1, 2]);
  });

  it("refuses a cursor that is none, that belongs to another request, or to another provider", async () => {
    const records = [user("zebra lion"), user("zebra lion"), user("zebra lion")];
    const corpus = await open({ id: "a", records });
    const { nextCursor } = await corpus.query.searchCorpus({ query: "zebra", limit: 1 });
    const cursor = nextCursor ?? "";
    expect(cursor).not.toBe("");
    expect(await codeOf(corpus.query.searchCorpus({ query: "zebra", limit: 1, cursor: "x" }))).toBe("invalid_cursor");
    expect(await codeOf(corpus.query.searchCorpus({ query: "zebra", limit: 1, cursor: "" }))).toBe("invalid_cursor");
    expect(await codeOf(corpus.query.searchCorpus({ query: "lion", limit: 1, cursor }))).toBe("invalid_cursor");
    const roles = { query: "zebra", limit: 1, cursor, events: { roles: ["user"] } } as const;
    expect(await codeOf(corpus.query.searchCorpus(roles))).toBe("invalid_cursor");
    expect(await codeOf(corpus.query.searchSessions({ query: "zebra", limit: 1, cursor }))).toBe("invalid_cursor");
    const other = await open({ id: "a", records });
    expect(await codeOf(other.query.searchCorpus({ query: "zebra", limit: 1, cursor }))).toBe("invalid_cursor");
  });

  it("goes on with the same answer after the corpus changed, or calls the cursor stale", async () => {
    const corpus = await open({ id: "a", records: [user("zebra"), user("zebra"), user("zebra")] });
    const whole = await corpus.find("zebra");
    const first = await corpus.query.searchCorpus({ query: "zebra", limit: 1 });
    corpus.write({ id: "b", created: sampleStart + 1_000_000, records: [user("zebra zebra"), user("zebra")] });
    await corpus.refresh();
    const request = { query: "zebra", limit: 1, cursor: first.nextCursor ?? "" };
    const answer = await corpus.query.searchCorpus(request).catch((error: unknown) => error);
    if (answer instanceof Error) expect((answer as { code?: string }).code).toBe("stale_cursor");
    else {
      const { hits } = answer as typeof first;
      expect(hits.map(({ event }) => `a:${event.seq}`)).toEqual(whole.slice(1, 2));
    }
  });

  it("refuses a page size that is not from 1 to 100", async () => {
    const corpus = await open({ id: "a", records: [user("zebra")] });
    for (const limit of [0, -1, 101, 1.5, Number.NaN]) {
      expect(await codeOf(corpus.query.searchCorpus({ query: "zebra", limit }))).toBe("invalid_limit");
      expect(await codeOf(corpus.query.filterEvents({ session: "sample:a", limit }))).toBe("invalid_limit");
    }
  });

  it("shows a short excerpt around the match, with the match's place in it", async () => {
    const words = "lorem ipsum dolor sit amet consectetur ".repeat(20);
    const corpus = await open({ id: "a", records: [user(`${words}\n\n  the   ZÈBRA\tsleeps ${words}`)] });
    const { hits } = await corpus.query.searchCorpus({ query: "zebra" });
    const excerpt = hits[0]?.event.excerpt;
    const points = [...(excerpt?.text ?? "")];
    expect(points.length).toBeLessThanOrEqual(240);
    expect(points[0]).toBe("…");
    expect(points.at(-1)).toBe("…");
    expect(excerpt?.text).toContain("the ZÈBRA sleeps");
    expect(excerpt?.ranges.map(([from, to]) => points.slice(from, to).join(""))).toEqual(["ZÈBRA"]);
  });
};
