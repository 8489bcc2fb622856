import { rmSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { addresses, piLog, testHome } from "./open-test-corpus.ts";

it("says on every answer that an added place went away with its sessions", async () => {
  const home = testHome();
  home.write("disk/one.jsonl", piLog("aaaaaaaa-1", ["zebra"]));
  const place = join(home.path, "disk");
  const corpus = await home.open();
  await corpus.maintenance.refresh({ paths: [place] });
  const there = await corpus.query.searchCorpus({ query: "zebra" });
  expect(addresses(there)).toEqual(["pi:aaaaaaaa-1:1"]);
  expect(there.coverage.skipped).toEqual([]);
  rmSync(place, { recursive: true });
  const gone = await corpus.query.searchCorpus({ query: "zebra" });
  expect(gone.hits).toEqual([]);
  expect(gone.coverage.skipped).toMatchObject([{ source: place, reason: "missing" }]);
});
