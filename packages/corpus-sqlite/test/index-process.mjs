// A process of its own that refreshes and searches one index until the file `stop` appears, and tells what it saw.
// With a number it kills itself when it has decoded so many records.
import { existsSync } from "node:fs";
import { join } from "node:path";
import { claudeCodeDecoder } from "@backscroll/wire-claude-code";
import { piDecoder } from "@backscroll/wire-pi";
import { IndexReader, IndexWriter } from "../dist/engine.js";

const [path = "", query = "", dieAfter = "0"] = process.argv.slice(2);
let recordsLeft = Number(dieAfter);
/** @type {import("@backscroll/wire").Decoder} */
const mortalPi = {
  .../** @type {import("@backscroll/wire").Decoder} */ (piDecoder),
  decode: (state, record, context) => {
    if (--recordsLeft === 0) process.kill(process.pid, "SIGKILL");
    return piDecoder.decode(/** @type {never} */ (state), record, context);
  },
};
/** @type {import("../dist/engine.js").EngineOptions} */
const options = {
  home: join(path, "backscroll"),
  environment: { home: path, variables: {}, platform: "linux" },
  decoders: [mortalPi, claudeCodeDecoder],
};
const writer = new IndexWriter(options);
const reader = new IndexReader(options, () => false);
/** @type {string[]} */
const errors = [];
let decodedBytes = 0;
/** @type {string[]} */
let found = [];
let rounds = 0;

const look = () => {
  try {
    const outcome = writer.refresh({ added: [], live: [], rebuild: false, shouldStop: () => false });
    decodedBytes += outcome.decodedBytes;
    if (outcome.failure !== null) errors.push(outcome.failure);
    const page = reader.searchCorpus({ live: [], behind: 0, skipped: [] }, { query, limit: 100, order: "newest" });
    const now = page.hits.map(({ event }) => `${event.session}:${event.seq}`);
    if (new Set(now).size !== now.length) errors.push(`doubled: ${now.join(" ")}`);
    for (const one of found) if (!now.includes(one)) errors.push(`lost: ${one}`);
    for (const { event } of page.hits)
      if (!event.excerpt.text.includes(query)) errors.push(`misread: ${event.session}:${event.seq}`);
    for (const one of page.coverage.skipped) errors.push(`${one.source}: ${one.message}`);
    found = now;
    rounds++;
  } catch (error) {
    errors.push(error instanceof Error ? String(error.stack) : String(error));
  }
};

process.stdout.write("ready\n");
while (!existsSync(join(path, "start"))) Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 5);
do look();
while (!existsSync(join(path, "stop")));
look();
process.stdout.write(`${JSON.stringify({ errors, decodedBytes, found, rounds })}\n`);
