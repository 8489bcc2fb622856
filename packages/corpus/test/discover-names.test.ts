import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it, onTestFinished } from "vitest";
import { sampleDecoder } from "../src/conformance/sample-decoder.ts";
import { discoverSources } from "../src/index.ts";

it("names a file whose name is not valid UTF-8 instead of passing it over", () => {
  const home = mkdtempSync(join(tmpdir(), "backscroll-names-"));
  onTestFinished(() => rmSync(home, { recursive: true, force: true }));
  const environment = { home, variables: {}, platform: "linux" as const };
  const place = sampleDecoder.places(environment)[0]?.path ?? home;
  mkdirSync(place, { recursive: true });
  writeFileSync(Buffer.concat([Buffer.from(`${place}/bad`), Buffer.from([0xff]), Buffer.from(".jsonl")]), "x");
  const { skipped } = discoverSources([sampleDecoder], environment);
  expect(skipped.map((one) => one.reason)).toEqual(["unreadable"]);
});
