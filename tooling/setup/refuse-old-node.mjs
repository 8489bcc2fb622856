/**
 * Owns the first check of every command: a Node.js that is too old is refused by name, before anything newer is
 * parsed. Written in old syntax on purpose. Does not own the number: package.json does.
 */
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";

var manifest = JSON.parse(readFileSync(fileURLToPath(new URL("../../package.json", import.meta.url)), "utf8"));
var required = manifest.engines.node.replace(/^>=/, "");

/** @param {string} version */
function toNumber(version) {
  var parts = version.split(".").map(Number);
  return Number(parts[0]) * 1000 + Number(parts[1] || 0);
}

if (toNumber(process.versions.node) < toNumber(required)) {
  console.error(
    "Backscroll needs Node.js " +
      required +
      " or newer; this is Node.js " +
      process.versions.node +
      " (" +
      process.execPath +
      ").",
  );
  process.exit(1);
}
