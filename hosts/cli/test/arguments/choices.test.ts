import { describe, expect, it } from "vitest";
import { chooseBranches, chooseRoles, chooseSurfaces, chooseTypes, chooseWires } from "../../src/arguments/choices.ts";
import { CommandError } from "../../src/command-error.ts";

const refusal = (work: () => unknown): CommandError => {
  try {
    work();
  } catch (error) {
    if (error instanceof CommandError) return error;
  }
  throw new Error("nothing was refused");
};

describe("choices", () => {
  it("takes repeated and comma-separated names in any case", () => {
    expect(chooseRoles(["user,Assistant", "TOOL"])).toEqual(["user", "assistant", "tool"]);
    expect(chooseWires(["claude-code"])).toEqual(["claude-code"]);
    expect(chooseSurfaces(["log-only"])).toEqual(["log-only"]);
    expect(chooseBranches(["inactive"])).toEqual(["inactive"]);
  });

  it("refuses unknown names and says what was meant and what there is", () => {
    const error = refusal(() => chooseRoles(["asistant"]));
    expect(error.message).toBe('--role "asistant": there is no such role. Did you mean "assistant"?');
    expect(error.hint).toBe("--role takes: user, assistant, tool, context.");
    expect(error.exitCode).toBe(2);
    expect(refusal(() => chooseWires(["claude"])).message).toContain('Did you mean "claude-code"?');
    expect(refusal(() => chooseRoles(["user,"])).message).toBe("--role has an empty value.");
  });

  it("takes shared types in any case and an agent's own as they are", () => {
    expect(chooseTypes(["Tool/Result"])).toEqual(["tool/result"]);
    expect(chooseTypes(["pi/model_change"])).toEqual(["pi/model_change"]);
  });

  it("refuses types that nothing can have", () => {
    expect(refusal(() => chooseTypes(["bugfix"])).message).toBe('--type "bugfix": there is no such event type.');
    expect(refusal(() => chooseTypes(["tool-result"])).message).toContain('Did you mean "tool/result"?');
    expect(refusal(() => chooseTypes(["pi/"])).code).toBe("unknown_value");
  });
});
