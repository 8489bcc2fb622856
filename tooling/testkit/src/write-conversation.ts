/** Owns the course of a generated conversation: turns, tool rounds, compactions, abandoned turns, planted words. */
import { type PlantedWord, wordsToPlant } from "./planted-words.ts";
import { type Project, pickIdentifier, pickPath } from "./projects.ts";
import { outputText, proseText } from "./prose.ts";
import type { Random } from "./random.ts";
import type { Child, SessionWriter, ToolCall } from "./session-writer.ts";
import { pickWord } from "./vocabulary.ts";

/** About the text that fits a model's context. */
const compactionLength = 600_000;
const longestResult = 48_000;

export interface Conversation {
  readonly project: Project;
  readonly random: Random;
  /** Bytes to write, at least one turn. */
  readonly length: number;
  /** Subagents that the first turn starts. */
  readonly children: readonly Child[];
  /** Indexes into `wordsToPlant`. */
  readonly planted: readonly number[];
}

const makeCall = (writer: SessionWriter, project: Project, random: Random): ToolCall => {
  const id = writer.session.startsWith("codex") ? `call_${random.hex(24)}` : `toolu_${random.hex(24)}`;
  const path = `${project.cwd}/${pickPath(project, random)}`;
  if (writer.session.startsWith("codex")) {
    const command = random.chance(0.5) ? `sed -n '1,200p' ${path}` : `rg -n ${pickIdentifier(project, random)} src`;
    return { id, name: "exec_command", arguments: { cmd: command, workdir: project.cwd } };
  }
  const [bash, read, edit] = writer.session.startsWith("pi") ? ["bash", "read", "edit"] : ["Bash", "Read", "Edit"];
  const kind = random.below(10);
  if (kind < 4) return { id, name: read as string, arguments: { file_path: path } };
  if (kind < 8) {
    const command = `npm test -- ${pickWord(random)} && grep -rn ${pickIdentifier(project, random)} src`;
    return { id, name: bash as string, arguments: { command } };
  }
  const change = { old_string: pickIdentifier(project, random), new_string: outputText(project, random, "code", 300) };
  return { id, name: edit as string, arguments: { file_path: path, ...change } };
};

const isRead = (call: ToolCall): boolean => call.name === "read" || call.name === "Read";

const writeRound = (writer: SessionWriter, { project, random }: Conversation): void => {
  const calls = Array.from({ length: random.chance(0.2) ? 2 : 1 }, () => makeCall(writer, project, random));
  writer.reply(random.chance(0.3) ? "" : proseText(project, random, 8 + random.below(50)), calls);
  for (const call of calls) {
    const wanted = random.spread(1_600, 1.1);
    const text = outputText(project, random, isRead(call) ? "code" : "log", Math.min(wanted, longestResult));
    writer.result(call, text, wanted > longestResult || random.chance(0.02));
  }
};

const writeTurn = (writer: SessionWriter, conversation: Conversation): void => {
  const { project, random } = conversation;
  writer.prompt(proseText(project, random, 10 + random.below(90)));
  const rounds = 1 + random.below(5);
  for (let round = 0; round < rounds; round++) writeRound(writer, conversation);
  writer.reply(proseText(project, random, 40 + random.below(140)), []);
};

/** Writes a turn with the word in it and gives the seq of its slot. */
const plantWord = (writer: SessionWriter, { project, random }: Conversation, number: number): PlantedWord | null => {
  const planted = wordsToPlant[number];
  if (planted === undefined) return null;
  const prose = (): string => proseText(project, random, 12);
  const holding = (): string => `${prose()} ${planted.word} ${prose()}`;
  const at = (seq: number): PlantedWord => ({ ...planted, session: writer.session, seq });
  switch (planted.place) {
    case "title":
      return at(writer.title(`Look after ${planted.word}`));
    case "summary":
      return at(writer.compaction(holding()));
    case "prompt":
    case "subagent": {
      const seq = writer.prompt(holding());
      writer.reply(prose(), []);
      return at(seq);
    }
    case "before-compaction": {
      const seq = writer.prompt(holding());
      writer.reply(prose(), []);
      writer.prompt(prose());
      writer.compaction(proseText(project, random, 200));
      return at(seq);
    }
    case "result":
    case "cut-result": {
      writer.prompt(prose());
      const call = makeCall(writer, project, random);
      writer.reply(prose(), [call]);
      const around = (): string => outputText(project, random, "log", 2_000);
      return at(writer.result(call, `${around()}${planted.word}\n${around()}`, planted.place === "cut-result"));
    }
    case "inactive-branch": {
      writer.prompt(prose());
      const seq = writer.reply(holding(), []);
      writer.leaveTurn();
      writer.prompt(prose());
      writer.reply(prose(), []);
      return at(seq);
    }
    case "reply":
    case "identifier":
    case "cjk":
      writer.prompt(prose());
      return at(writer.reply(holding(), []));
  }
};

/** Writes a whole conversation and gives the addresses of the words planted in it. */
export const writeConversation = (writer: SessionWriter, conversation: Conversation): readonly PlantedWord[] => {
  const { project, random, length } = conversation;
  writeTurn(writer, conversation);
  if (random.chance(0.6)) writer.title(proseText(project, random, 5).replaceAll("\n", " "));
  for (const child of conversation.children) {
    writer.delegate(child, proseText(project, random, 40), proseText(project, random, 120));
  }
  const planted = conversation.planted.flatMap((number) => plantWord(writer, conversation, number) ?? []);
  let compactedAt = 0;
  while (writer.length < length) {
    writeTurn(writer, conversation);
    if (random.chance(0.02)) writer.leaveTurn();
    if (writer.length - compactedAt > compactionLength) {
      compactedAt = writer.length;
      writer.compaction(proseText(project, random, 600));
    }
  }
  return planted;
};
