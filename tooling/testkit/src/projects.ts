/** Owns the invented projects that generated sessions work in. */
import { Random } from "./random.ts";
import { pickWord, vocabulary, zipfTable } from "./vocabulary.ts";

/** A folder with its own identifiers and files, so that sessions of one project resemble each other. */
export interface Project {
  readonly cwd: string;
  readonly identifiers: readonly string[];
  readonly paths: readonly string[];
}

const identifiersPerProject = 2_048;
const pathsPerProject = 256;
const capitalised = (word: string): string => word.charAt(0).toUpperCase() + word.slice(1);

const makeIdentifier = (random: Random): string => {
  const words = Array.from({ length: 2 + random.below(2) }, () => pickWord(random));
  const kind = random.below(10);
  if (kind < 5) return words.map((word, index) => (index === 0 ? word : capitalised(word))).join("");
  if (kind < 8) return words.join("_");
  return words.map(capitalised).join("");
};

const makeProject = (index: number): Project => {
  const random = new Random(40, index);
  const name = `${vocabulary[2_000 + index * 37]}-${vocabulary[300 + index * 11]}`;
  const folders = Array.from(
    { length: 12 },
    () => `${random.pick(["src", "lib", "test", "packages/core"])}/${pickWord(random)}`,
  );
  return {
    cwd: `/home/dev/${random.pick(["code", "work/clients", "projects"])}/${name}`,
    identifiers: Array.from({ length: identifiersPerProject }, () => makeIdentifier(random)),
    paths: Array.from(
      { length: pathsPerProject },
      () => `${random.pick(folders)}/${pickWord(random)}-${pickWord(random)}.${random.pick(["ts", "py", "go", "md"])}`,
    ),
  };
};

/** All 40, the same in every corpus. */
export const projects: readonly Project[] = Array.from({ length: 40 }, (_, index) => makeProject(index));

const identifierTable = zipfTable(identifiersPerProject, 1 << 14);

export const pickIdentifier = (project: Project, random: Random): string =>
  project.identifiers[identifierTable[random.next() >>> 18] as number] as string;

export const pickPath = (project: Project, random: Random): string => random.pick(project.paths);
