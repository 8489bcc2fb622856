import { describe, expect, it } from "vitest";
import { agentName, agentNames } from "../src/agents.ts";
import { decoders } from "../src/decoders.ts";

describe("agentNames", () => {
  it("are those of the decoders, in their order", () => {
    expect(Object.entries(agentNames)).toEqual(decoders.map(({ wire, name }) => [wire, name]));
  });

  it("gives an unknown wire its own name", () => {
    expect(agentName("qwen")).toBe("qwen");
  });
});
