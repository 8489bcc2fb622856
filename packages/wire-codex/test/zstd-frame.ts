/** Builds zstd frames by hand, of raw and run-length blocks. */

const magic = [0x28, 0xb5, 0x2f, 0xfd];

const block = (type: number, size: number, content: Uint8Array, last: boolean): Buffer => {
  const header = (size << 3) | (type << 1) | (last ? 1 : 0);
  return Buffer.concat([Buffer.from([header & 0xff, (header >> 8) & 0xff, (header >> 16) & 0xff]), content]);
};

export const rawBlock = (content: Buffer, last: boolean): Buffer => block(0, content.byteLength, content, last);
export const runBlock = (byte: number, count: number, last: boolean): Buffer =>
  block(1, count, Buffer.from([byte]), last);

/** A frame without content size or checksum; `window` is the header's own byte, 0x50 for 1 MiB. */
export const frame = (blocks: readonly Buffer[], window = 0x50): Buffer =>
  Buffer.concat([Buffer.from([...magic, 0x00, window]), ...blocks]);

/** Any bytes as a frame of raw blocks of at most 100,000 bytes. */
export const rawFrame = (content: Buffer): Buffer => {
  const blocks: Buffer[] = [];
  for (let start = 0; start === 0 || start < content.byteLength; start += 100_000) {
    blocks.push(rawBlock(content.subarray(start, start + 100_000), start + 100_000 >= content.byteLength));
  }
  return frame(blocks);
};
