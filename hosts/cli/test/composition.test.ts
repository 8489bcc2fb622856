import { existsSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { makeHome } from "./temporary-home.ts";

describe("the demonstration", () => {
  it("is announced, and has an index of its own", async () => {
    const home = makeHome();
    const { exitCode, error, output } = await home.runBinary(["search", "--demo", "spline", "--limit", "1"]);
    expect(exitCode).toBe(0);
    expect(error).toBe("Demonstration: these are bundled sample sessions, not this machine's.\n");
    expect(output).toContain("open: backscroll show --demo ");
    expect(existsSync(join(home.path, "index", "demo", "index.sqlite"))).toBe(true);
    expect(existsSync(join(home.path, "index", "index.sqlite"))).toBe(false);
    const named = await home.runBinary(["sessions", "--json"], { variables: { BACKSCROLL_DEMO: "1" } });
    expect(JSON.parse(named.output).sessions.length).toBeGreaterThan(0);
    await home.remove();
  });
});
