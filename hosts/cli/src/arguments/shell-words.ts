/** Owns writing commands that can be pasted into a shell, and taking apart what was typed at the prompt. */

const quote = (word: string): string => (/^[\w@%+=:,./-]+$/.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`);

/** `words` as one command line. */
export const shellCommand = (words: readonly string[]): string => words.map(quote).join(" ");

/** Words of a line, separated by spaces; quotes keep spaces in a word. */
export const splitWords = (line: string): string[] =>
  [...line.matchAll(/(?:"([^"]*)"|'([^']*)'|(\S+))/g)].map(
    ([, double, single, bare]) => double ?? single ?? bare ?? "",
  );
