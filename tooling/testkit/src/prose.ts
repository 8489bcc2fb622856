/** Owns the texts of generated messages and tool results. Does not own where they go. */
import type { Project } from "./projects.ts";
import type { Random } from "./random.ts";
import { makeTopic, type Topic, topicIdentifier, topicPath, topicWord } from "./topic.ts";
import { cjkText } from "./vocabulary.ts";

const cjkShare = 0.05;
const longestCjkOutput = 2_000;

/** About `words` words as a person or a model would write them, with identifiers and paths between. */
export const proseText = (project: Project, random: Random, words: number): string => {
  const topic = makeTopic(project, random, 12 + (words >> 1));
  if (random.chance(cjkShare)) return `${cjkText(random, words * 2)} \`${topicIdentifier(topic)}\``;
  let text = "";
  for (let index = 0; index < words; index++) {
    const kind = random.below(24);
    if (kind === 0) text += `\`${topicIdentifier(topic)}\``;
    else if (kind === 1 && random.chance(0.3)) text += `\`${topicPath(topic)}:${1 + random.below(400)}\``;
    else text += topicWord(topic);
    text += random.chance(0.08) ? (random.chance(0.25) ? ".\n" : ". ") : " ";
  }
  return text.trimEnd();
};

const codeLine = (topic: Topic): string => {
  const word = (): string => topicWord(topic);
  const name = (): string => topicIdentifier(topic);
  switch (topic.random.below(8)) {
    case 0:
      return `  const ${name()} = await ${name()}(${word()}, ${topic.random.below(100)});`;
    case 1:
      return `    if (${name()}.${word()} === null) return ${name()};`;
    case 2:
      return `  // ${word()} ${word()} ${word()} ${word()} ${word()}`;
    case 3:
      return `export function ${name()}(${word()}: string, ${word()}: number): ${name()} {`;
    case 4:
      return `      throw new Error("${word()} ${word()} ${word()}");`;
    case 5:
      return `    ${name()}.push({ ${word()}: "${word()}", ${word()} });`;
    case 6:
      return `import { ${name()}, ${name()} } from "./${topicPath(topic)}";`;
    default:
      return "  }";
  }
};

const logLine = (topic: Topic): string => {
  const word = (): string => topicWord(topic);
  const { random } = topic;
  switch (random.below(5)) {
    case 0:
      return `${topicPath(topic)}:${1 + random.below(900)}:    ${word()} ${word()} ${topicIdentifier(topic)}(${word()})`;
    case 1:
      return `   ✓ ${topicPath(topic)} > ${word()} ${word()} ${word()} (${random.below(90)} ms)`;
    case 2:
      return `2026-03-${10 + random.below(20)}T10:${10 + random.below(50)}:07Z [${random.pick(["info", "debug", "warn"])}] ${word()} ${word()} ${word()}`;
    case 3:
      return `${random.hex(7)} ${word()} ${word()} ${word()} ${word()}`;
    default:
      return `    at ${topicIdentifier(topic)} (${topicPath(topic)}:${1 + random.below(400)}:${1 + random.below(80)})`;
  }
};

/** Lines of code or of a command's output, up to about `length` characters. */
export const outputText = (project: Project, random: Random, kind: "code" | "log", length: number): string => {
  if (random.chance(cjkShare)) return cjkText(random, Math.min(length / 2, longestCjkOutput));
  const topic = makeTopic(project, random, 24 + Math.ceil(length / 150));
  let text = "";
  let line = 1;
  while (text.length < length) {
    text += kind === "code" ? `${String(line++).padStart(6)}\t${codeLine(topic)}\n` : `${logLine(topic)}\n`;
  }
  return text;
};
