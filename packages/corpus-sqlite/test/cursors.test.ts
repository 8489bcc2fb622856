import { rmSync } from "node:fs";
import { expect, it } from "vitest";
import { piEntries, piUser } from "./log-records.ts";
import { piPath, testHome } from "./open-test-corpus.ts";
import { testEngine } from "./open-test-engine.ts";

it("calls a page stale of which the index has lost a hit, instead of giving it short", () => {
  const home = testHome();
  home.write(piPath("first"), piEntries("first", [piUser("a zebra")]));
  const gone = home.write(piPath("second"), piEntries("second", [piUser("a zebra")]));
  const engine = testEngine(home);
  try {
    engine.refresh();
    const first = engine.ask({ query: "zebra", limit: 1 });
    expect(first.hits.map(({ event }) => event.session)).toEqual(["pi:first"]);
    rmSync(gone);
    engine.refresh();
    expect(() => engine.ask({ query: "zebra", limit: 1, cursor: first.nextCursor ?? "" })).toThrow(
      expect.objectContaining({ _tag: "StaleCursor" }),
    );
  } finally {
    engine.close();
  }
});
