/** Owns opening a rollout, compressed or not; content decides, since archives are renamed. */
import { statSync } from "node:fs";
import { type ByteSource, openFile, readRange } from "@backscroll/wire";
import { checkWindow, decompressedSize, isZstd, zstdSource } from "./zstd-source.ts";

const knownLimit = 256;
/** Decompressed sizes of files that were opened before, which cost a whole pass each. */
const knownSizes = new Map<string, number>();

const sizeOf = (path: string, source: ByteSource): number => {
  const { dev, ino, size, mtimeMs } = statSync(path);
  const identity = `${dev}:${ino}:${size}:${mtimeMs}`;
  const known = knownSizes.get(identity);
  if (known !== undefined) return known;
  const counted = decompressedSize(source);
  const [oldest] = knownSizes.keys();
  if (oldest !== undefined && knownSizes.size >= knownLimit) knownSizes.delete(oldest);
  knownSizes.set(identity, counted);
  return counted;
};

/** Opens a file. Throws the system's error, or one with code `EZSTD` for damaged or unfinished compressed data. */
export const openRollout = (path: string): ByteSource => {
  const source = openFile(path);
  try {
    if (!isZstd(readRange(source, 0, 4))) return source;
    checkWindow(source);
    return zstdSource(source, sizeOf(path, source));
  } catch (error) {
    source.close();
    throw error;
  }
};
