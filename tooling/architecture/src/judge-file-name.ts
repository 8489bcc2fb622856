/** Owns how source files are named and how long they may grow. */

/** More lines than this, and a file does more than one thing. */
export const maximumLines = 600;

const emptyNames = new Set(["util", "utils", "helper", "helpers", "common"]);

/** What is wrong with the name of a source file or of a folder on its way, or null. */
export const judgeFileName = (path: string): string | null => {
  for (const part of path.split("/")) {
    const words = part.replace(/(\.[a-z]+)+$/, "").split("-");
    const empty = words.find((word) => emptyNames.has(word));
    if (empty !== undefined) return `"${part}" says nothing: name the one thing that it does`;
    if (!words.every((word) => /^[a-z0-9]+$/.test(word))) return `"${part}" is not kebab-case`;
  }
  return null;
};
