import { expect, test } from "vitest";
import { runCommand } from "../run-command.mjs";

test("answers status, both outputs together, and standard output alone", async () => {
  const result = await runCommand(process.execPath, [
    "-e",
    "console.log('out'); console.error('err'); process.exitCode = 3",
  ]);
  expect(result.status).toBe(3);
  expect(result.stdout).toBe("out\n");
  expect(result.output.split("\n").sort()).toEqual(["", "err", "out"]);
});

test.skipIf(process.platform === "win32")("a program that is not there has status 127 and says its name", async () => {
  const { status, output } = await runCommand("no-such-program-anywhere", []);
  expect(status).toBe(127);
  expect(output).toContain("no-such-program-anywhere");
});

test("a program that takes too long is ended", async () => {
  const { status } = await runCommand(process.execPath, ["-e", "setTimeout(() => {}, 60_000)"], { timeout: 200 });
  expect(status).not.toBe(0);
});
