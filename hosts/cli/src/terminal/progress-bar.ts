/** Owns the progress line of long work on standard error; nothing is drawn where that is not a terminal. */
import type { RefreshProgress } from "@backscroll/corpus";
import { byteSize } from "../render/byte-size.ts";

export interface ProgressBar {
  readonly update: (progress: RefreshProgress) => void;
  /** Removes the line. */
  readonly end: () => void;
}

/** Work that ends sooner than this many milliseconds draws nothing. */
const quietTime = 300;
const redrawTime = 80;

const barOf = (share: number, cells: number): string => {
  const full = Math.round(Math.min(1, Math.max(0, share)) * cells);
  return "█".repeat(full) + "░".repeat(cells - full);
};

/** The line for a state of progress, at most `columns` columns. */
export const progressLine = (progress: RefreshProgress, columns: number): string => {
  if (progress.phase === "listing") return "Looking for session logs…";
  const share = progress.bytesTotal === 0 ? 1 : progress.bytesDone / progress.bytesTotal;
  const text =
    ` ${Math.floor(share * 100)}%  ${progress.filesDone} of ${progress.filesTotal} files, ` +
    `${byteSize(progress.bytesDone)} of ${byteSize(progress.bytesTotal)}`;
  const cells = Math.min(24, columns - text.length - "Indexing ".length - 1);
  return cells < 4 ? `Indexing${text}`.slice(0, columns) : `Indexing ${barOf(share, cells)}${text}`;
};

/** Draws at most every 80 ms; `now` is in milliseconds. */
export const makeProgressBar = (
  stream: NodeJS.WritableStream & { readonly isTTY?: boolean; readonly columns?: number } = process.stderr,
  now: () => number = Date.now,
): ProgressBar => {
  if (stream.isTTY !== true) return { update: () => {}, end: () => {} };
  const begun = now();
  let drawnAt = Number.NEGATIVE_INFINITY;
  let drawn = false;
  return {
    update: (progress) => {
      const time = now();
      if (time - begun < quietTime || time - drawnAt < redrawTime) return;
      drawnAt = time;
      drawn = true;
      stream.write(`\r\u001b[2K${progressLine(progress, (stream.columns ?? 80) - 1)}`);
    },
    end: () => {
      if (drawn) stream.write("\r\u001b[2K");
      drawn = false;
    },
  };
};
