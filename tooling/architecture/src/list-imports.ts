/** Owns reading the import specifiers of a module's text. Does not own what they may be. */

const comments = /\/\*[\s\S]*?\*\/|(?<=^|[\s;{}(,])\/\/.*$/gm;
const specifiers = [
  /(?:^|[;}\s])(?:import|export)\s[^"'`;]*?\bfrom\s*["']([^"']+)["']/g,
  /(?:^|[;}\s])import\s*["']([^"']+)["']/g,
  /\b(?:import|require|import\.meta\.resolve)\s*\(\s*["']([^"']+)["']/g,
];

/** Every module that a source names in an import, an export or a call of `import` or `require`, once each. */
export const listImports = (source: string): readonly string[] => {
  const code = source.replace(comments, "");
  const found = specifiers.flatMap((pattern) => [...code.matchAll(pattern)].map((match) => match[1] ?? ""));
  return [...new Set(found)];
};
