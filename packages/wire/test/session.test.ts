import { describe, expect, it } from "vitest";
import { parseSessionId, sessionId } from "../src/session.ts";

describe("session ids", () => {
  it("are split at the first colon", () => {
    expect(sessionId("pi", "a:b")).toBe("pi:a:b");
    expect(parseSessionId("pi:a:b")).toEqual({ wire: "pi", nativeId: "a:b" });
  });

  it.each(["", "pi", ":x", "pi:"])("%s is none", (id) => {
    expect(parseSessionId(id)).toBeNull();
  });
});
