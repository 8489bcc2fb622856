/** Owns the short number that stands for a record key where the key itself would cost too much. */

/** A 47-bit hash, positive, so that it fits 6 bytes of SQLite integer and a double exactly. */
export const keyHash = (key: string): number => {
  let low = 0xdeadbeef;
  let high = 0x41c6ce57;
  for (let index = 0; index < key.length; index++) {
    const code = key.charCodeAt(index);
    low = Math.imul(low ^ code, 2654435761);
    high = Math.imul(high ^ code, 1597334677);
  }
  low = Math.imul(low ^ (low >>> 16), 2246822507) ^ Math.imul(high ^ (high >>> 13), 3266489909);
  high = Math.imul(high ^ (high >>> 16), 2246822507) ^ Math.imul(low ^ (low >>> 13), 3266489909);
  return (0x7fff & high) * 4294967296 + (low >>> 0);
};
