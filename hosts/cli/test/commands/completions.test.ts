import { execFileSync } from "node:child_process";
import { describe, expect, it } from "vitest";
import { makeHome } from "../temporary-home.ts";

const script = async (shell: string) => {
  const home = makeHome();
  const finished = await home.run(["completions", shell]);
  await home.remove();
  return finished;
};

describe("backscroll completions", () => {
  it("completes commands and options in bash", async () => {
    const { exitCode, output } = await script("bash");
    expect(exitCode).toBe(0);
    const words = execFileSync("bash", [
      "-c",
      `${output}\nCOMP_WORDS=(backscroll search --sa); COMP_CWORD=2; _backscroll; echo "\${COMPREPLY[@]}"
COMP_WORDS=(backscroll se); COMP_CWORD=1; _backscroll; echo "\${COMPREPLY[@]}"`,
    ]).toString();
    expect(words).toBe("--same-repository\nsearch sessions\n");
  });

  it("describes them in zsh and fish", async () => {
    expect((await script("zsh")).output).toContain("'sessions:list sessions, newest first'");
    expect((await script("fish")).output).toContain(
      "complete -c backscroll -n '__fish_seen_subcommand_from search' -l same-repository -d ",
    );
  });

  it("refuses other shells", async () => {
    const { exitCode, error } = await script("fsh");
    expect(exitCode).toBe(2);
    expect(error).toContain("Known: bash, zsh, fish.");
  });
});
