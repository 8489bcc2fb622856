/** Owns sources that are unusual by size or number: one huge session, one huge line, very many tiny files. */
import type { PlantedWord } from "./planted-words.ts";
import { type Project, projects } from "./projects.ts";
import { outputText, proseText } from "./prose.ts";
import { Random } from "./random.ts";
import { writeConversation } from "./write-conversation.ts";
import { PiSessionWriter } from "./write-pi-session.ts";

const startedAt = Date.UTC(2026, 5, 1, 8);
const hugeLineWord = "qvistzyphon";

const writerFor = (home: string, random: Random, at = startedAt): { writer: PiSessionWriter; project: Project } => {
  const project = random.pick(projects);
  return {
    writer: new PiSessionWriter({ home, nativeId: random.uuid(), cwd: project.cwd, startedAt: at }, random),
    project,
  };
};

/** Writes one Pi session of about `bytes` and gives its path. */
export const writeHugeSession = (home: string, bytes: number): string => {
  const random = new Random(250);
  const { writer, project } = writerFor(home, random);
  writeConversation(writer, { project, random, length: bytes, children: [], planted: [] });
  writer.end();
  return writer.path;
};

/** Writes a Pi session with one line of about `bytes`, a tool result that ends in a planted word. */
export const writeHugeLine = (home: string, bytes: number): { path: string; planted: PlantedWord } => {
  const random = new Random(100);
  const { writer, project } = writerFor(home, random);
  writer.prompt(proseText(project, random, 30));
  const call = { id: "toolu_huge", name: "bash", arguments: { command: "cat everything.log" } };
  writer.reply("I read the whole log.", [call]);
  // A repeated piece keeps the generator fast; what counts here is the length of the line.
  const piece = outputText(project, random, "log", 1_000_000);
  const seq = writer.result(call, piece.repeat(Math.ceil(bytes / piece.length)) + hugeLineWord, false);
  writer.reply("It ends as expected.", []);
  writer.end();
  const word = { word: hugeLineWord, query: hugeLineWord, place: "result" as const };
  return { path: writer.path, planted: { ...word, session: writer.session, seq } };
};

/** Writes `count` Pi sessions of one prompt and one reply and gives their paths. */
export const writeTinySessions = (home: string, count: number): readonly string[] =>
  Array.from({ length: count }, (_, index) => {
    const random = new Random(10, index);
    const { writer, project } = writerFor(home, random, startedAt + index * 60_000);
    writer.prompt(proseText(project, random, 12));
    writer.reply(proseText(project, random, 20), []);
    writer.end();
    return writer.path;
  });
