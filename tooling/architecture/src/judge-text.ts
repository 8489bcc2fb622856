/** Owns the words that no tracked file may hold: hosts that packages are fetched from, and paths of one machine. */

const forbidden: readonly { readonly pattern: RegExp; readonly what: string }[] = [
  { pattern: /\bregistry\.(?:npmjs|yarnpkg|npmmirror)\.[a-z]+/i, what: "a package registry's host" },
  {
    pattern: /\bnpm\.pkg\.github\.com|\b(?:artifactory|verdaccio|nexus)\.[a-z0-9.-]+\.[a-z]+/i,
    what: "a package registry's host",
  },
  { pattern: /^\s*(?:"resolved"|tarball):/im, what: "an address that a package was fetched from" },
  {
    pattern: /(?<![\w.@-])\/(?:root|work\/(?:main|shared)|mnt|workspace)\b(?!\.)/,
    what: "a path of one machine",
  },
];

/** One line for each forbidden word in a text, with its line number. */
export const judgeText = (text: string): readonly string[] =>
  forbidden.flatMap(({ pattern, what }) => {
    const match = pattern.exec(text);
    if (match === null) return [];
    const line = text.slice(0, match.index).split("\n").length;
    return [`line ${line} holds ${what}: ${match[0].trim()}`];
  });
