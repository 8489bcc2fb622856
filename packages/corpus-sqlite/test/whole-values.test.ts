import { expect, it } from "vitest";
import { piEntries, piUser } from "./log-records.ts";
import { piPath, testHome } from "./open-test-corpus.ts";
import { testEngine } from "./open-test-engine.ts";

it("takes a log of values over several lines that is larger than a piece, once", () => {
  const home = testHome();
  const filler = "stripe ".repeat(300_000);
  const records = piEntries(
    "values",
    Array.from({ length: 10 }, (_, index) => piUser(`${filler} zebra${index}`)),
  );
  const pretty = records
    .trim()
    .split("\n")
    .map((line) => JSON.stringify(JSON.parse(line), null, 2));
  home.write(piPath("values"), `${pretty.join("\n")}\n`);
  const engine = testEngine(home);
  try {
    let asked = 0;
    // One that goes round for ever is stopped, and seen.
    const outcome = engine.refresh({ shouldStop: () => ++asked > 200 });
    expect(outcome.behind).toBe(0);
    expect(engine.search("zebra9")).toEqual(["pi:values:10"]);
    expect(engine.refresh().decodedBytes).toBe(0);
  } finally {
    engine.close();
  }
});
