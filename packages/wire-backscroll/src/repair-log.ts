/** Owns going on behind what an earlier write left in a log: ending a torn line, counting the events. */
import { writeSync } from "node:fs";
import { decodeStream, openFile, readRange } from "@backscroll/wire";
import { backscrollDecoder } from "./backscroll-decoder.ts";

/** Writes all of `bytes`, in as many calls as the system needs. */
export const writeWhole = (descriptor: number, bytes: Uint8Array): void => {
  for (let written = 0; written < bytes.byteLength; ) {
    written += writeSync(descriptor, bytes, written, bytes.byteLength - written);
  }
};

const endsLine = (path: string): boolean => {
  const source = openFile(path);
  try {
    return source.size === 0 || readRange(source, source.size - 1, source.size)[0] === 0x0a;
  } finally {
    source.close();
  }
};

/** Ends a torn last line, so that the next one is not glued to it; gives the seq of the last event as readers count. */
export const repairLog = (path: string, descriptor: number): number => {
  if (!endsLine(path)) writeWhole(descriptor, Buffer.from("\n"));
  const source = openFile(path);
  try {
    let last = 0;
    decodeStream(
      backscrollDecoder,
      source,
      { path, place: path },
      {
        onEvents: (events) => {
          last = events.at(-1)?.seq ?? last;
        },
      },
    );
    return last;
  } finally {
    source.close();
  }
};
