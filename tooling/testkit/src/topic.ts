/**
 * Owns what one text is about. Words of a text repeat each other far more than words of different texts do,
 * and how often they do decides how large an index of them becomes.
 */
import { type Project, pickIdentifier, pickPath } from "./projects.ts";
import type { Random } from "./random.ts";
import { pickWord } from "./vocabulary.ts";

export interface Topic {
  readonly random: Random;
  readonly words: readonly string[];
  readonly identifiers: readonly string[];
  readonly paths: readonly string[];
}

/** A topic of `size` words and a third as many identifiers. */
export const makeTopic = (project: Project, random: Random, size: number): Topic => ({
  random,
  words: Array.from({ length: size }, () => pickWord(random)),
  identifiers: Array.from({ length: Math.ceil(size / 3) }, () => pickIdentifier(project, random)),
  paths: Array.from({ length: Math.ceil(size / 12) }, () => pickPath(project, random)),
});

/** One of the list, the first ones more often. */
const pickEarly = (random: Random, list: readonly string[]): string =>
  list[random.below(random.below(list.length) + 1)] as string;

export const topicWord = ({ random, words }: Topic): string =>
  random.chance(0.7) ? pickEarly(random, words) : pickWord(random);

export const topicIdentifier = ({ random, identifiers }: Topic): string => pickEarly(random, identifiers);

export const topicPath = ({ random, paths }: Topic): string => pickEarly(random, paths);
