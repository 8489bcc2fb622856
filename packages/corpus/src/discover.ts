/**
 * Owns finding the files that may hold sessions: known places and added paths, symlinks followed, each file and
 * folder once, loops ended. Looks at names and stat results only; what a file is, its content says.
 */
import { type Dirent, readdirSync, type Stats, statSync } from "node:fs";
import { basename, dirname, join, relative } from "node:path";
import type { Decoder, Environment } from "@backscroll/wire";
import type { SkippedSource } from "./records.ts";

/** A file that may hold sessions, by its name and its stat. */
export interface FoundFile {
  /** Absolute path under which it was found first. */
  readonly path: string;
  readonly place: string;
  /** The wire that keeps its sessions there, null for an added path. */
  readonly wire: string | null;
  readonly size: number;
  /** Milliseconds with fractions, as the file system gives them. */
  readonly modifiedAt: number;
  readonly changedAt: number;
  readonly inode: number;
  readonly device: number;
}

/** A folder or file that was looked at, and how many files of it are worth opening. */
export interface FoundPlace {
  readonly wire: string | null;
  readonly path: string;
  readonly origin: string;
  readonly state: "present" | "missing" | "unreadable";
  readonly files: number;
}

/** What a look at the disk found. */
export interface Discovery {
  readonly files: readonly FoundFile[];
  readonly places: readonly FoundPlace[];
  readonly skipped: readonly SkippedSource[];
  /** Added paths that do not exist. */
  readonly missing: readonly string[];
}

const deepestFolder = 32;

const codeOf = (error: unknown): string =>
  error instanceof Error && "code" in error && typeof error.code === "string" ? error.code : "EIO";

class Walk {
  readonly files: FoundFile[] = [];
  readonly skipped: SkippedSource[] = [];
  readonly #seenFiles = new Set<string>();
  readonly #seenFolders = new Set<string>();

  #skip(path: string, wire: string | null, reason: string, message: string): void {
    this.skipped.push({ source: path, wire, reason, message });
  }

  addFile(path: string, place: string, wire: string | null, status: Stats): void {
    const identity = `${status.dev}:${status.ino}`;
    if (this.#seenFiles.has(identity)) return;
    this.#seenFiles.add(identity);
    this.files.push({
      path,
      place,
      wire,
      size: status.size,
      modifiedAt: status.mtimeMs,
      changedAt: status.ctimeMs,
      inode: status.ino,
      device: status.dev,
    });
  }

  folder(
    path: string,
    place: string,
    wire: string | null,
    accepts: (relativePath: string) => boolean,
    status: Stats,
    above: readonly string[],
  ): void {
    const identity = `${status.dev}:${status.ino}`;
    if (above.includes(identity) || above.length > deepestFolder) {
      this.#skip(path, wire, "looping", "The folder leads back into itself; it was not followed.");
      return;
    }
    const seen = `${wire}:${identity}`;
    if (this.#seenFolders.has(seen)) return;
    this.#seenFolders.add(seen);
    let entries: Dirent[];
    try {
      entries = readdirSync(path, { withFileTypes: true });
    } catch (error) {
      if (codeOf(error) !== "ENOENT")
        this.#skip(path, wire, "unreadable", `The folder cannot be read (${codeOf(error)}).`);
      return;
    }
    // Real entries first, so that a symlink to one of them changes no path.
    entries.sort((one, other) => Number(one.isSymbolicLink()) - Number(other.isSymbolicLink()));
    const here = [...above, identity];
    for (const entry of entries) {
      const child = join(path, entry.name);
      const isLink = entry.isSymbolicLink();
      if (entry.isFile() && !accepts(relative(place, child))) continue;
      if (!entry.isFile() && !entry.isDirectory() && !isLink) continue;
      let childStatus: Stats;
      try {
        childStatus = statSync(child);
      } catch (error) {
        if (isLink && codeOf(error) === "ELOOP") this.#skip(child, wire, "looping", "The link leads back to itself.");
        else if (codeOf(error) !== "ENOENT")
          this.#skip(child, wire, "unreadable", `It cannot be read (${codeOf(error)}).`);
        // A name that is not UTF-8 cannot be named back to the system; it is there all the same.
        else if (entry.name.includes("\ufffd")) this.#skip(child, wire, "unreadable", "Its name is not valid UTF-8.");
        continue;
      }
      if (childStatus.isDirectory()) this.folder(child, place, wire, accepts, childStatus, here);
      else if (childStatus.isFile() && (!isLink || accepts(relative(place, child))))
        this.addFile(child, place, wire, childStatus);
    }
  }
}

/** Looks at every place of every decoder, then at the added paths (files are taken whatever their name). */
export const discoverSources = (
  decoders: readonly Decoder[],
  environment: Environment,
  added: readonly string[] = [],
): Discovery => {
  const walk = new Walk();
  const places: FoundPlace[] = [];
  const missing: string[] = [];
  const look = (
    path: string,
    origin: string,
    wire: string | null,
    accepts: (relativePath: string) => boolean,
  ): void => {
    const before = walk.files.length;
    let state: FoundPlace["state"] = "present";
    try {
      const status = statSync(path);
      if (status.isDirectory()) walk.folder(path, path, wire, accepts, status, []);
      else if (status.isFile()) walk.addFile(path, dirname(path), wire, status);
    } catch (error) {
      state = codeOf(error) === "ENOENT" || codeOf(error) === "ENOTDIR" ? "missing" : "unreadable";
      if (state === "unreadable") {
        walk.skipped.push({
          source: path,
          wire,
          reason: "unreadable",
          message: `The place cannot be read (${codeOf(error)}).`,
        });
      } else if (wire === null) missing.push(path);
    }
    places.push({ wire, path, origin, state, files: walk.files.length - before });
  };
  for (const decoder of decoders) {
    for (const place of decoder.places(environment)) {
      look(place.path, place.origin, decoder.wire, (path) => decoder.accepts(path));
    }
  }
  for (const path of added) {
    look(path, "added", null, (child) =>
      decoders.some((decoder) => decoder.accepts(child) || decoder.accepts(basename(child))),
    );
  }
  return { files: walk.files, places, skipped: walk.skipped, missing };
};
