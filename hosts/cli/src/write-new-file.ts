/** Owns writing a private file whole or not at all, and never over another without being told. */
import { randomBytes } from "node:crypto";
import { link, open, rename, stat, unlink } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import { CommandError, exitCodes } from "./command-error.ts";

const codeOf = (error: unknown): string =>
  error instanceof Error && "code" in error && typeof error.code === "string" ? error.code : "EIO";

const exists = (path: string): CommandError =>
  new CommandError("file_exists", `${path} exists already.`, "--force replaces it.", exitCodes.failed);

/** Writes beside `path` first, 0600, then puts it in place; `replace` allows an existing file. Throws `CommandError`. */
export const writeNewFile = async (path: string, content: AsyncIterable<string>, replace: boolean): Promise<void> => {
  const current = await stat(path).catch(() => null);
  if (current?.isDirectory() === true)
    throw new CommandError("not_a_file", `${path} is a folder.`, "Name a file in it.");
  if (current !== null && !replace) throw exists(path);
  const beside = join(dirname(path), `.${basename(path)}.${randomBytes(6).toString("hex")}.part`);
  try {
    const file = await open(beside, "wx", 0o600);
    try {
      for await (const piece of content) await file.writeFile(piece);
      await file.sync();
    } finally {
      await file.close();
    }
    if (replace) await rename(beside, path);
    else {
      // A link, unlike a rename, never replaces a file that appeared meanwhile.
      await link(beside, path);
      await unlink(beside);
    }
  } catch (error) {
    await unlink(beside).catch(() => {});
    if (codeOf(error) === "EEXIST") throw exists(path);
    if (error instanceof Error && "syscall" in error) {
      throw new CommandError("write_failed", `${path} cannot be written (${codeOf(error)}).`, null, exitCodes.failed);
    }
    throw error;
  }
};
