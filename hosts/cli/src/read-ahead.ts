/** Owns reading many things in order with a few reads under way at once. */

/** Results of `read` in the order of `items`, at most `width` under way. */
export async function* readAhead<Item, Result>(
  items: Iterable<Item>,
  read: (item: Item) => Promise<Result>,
  width = 16,
): AsyncGenerator<Result> {
  const pending: Promise<Result>[] = [];
  try {
    for (const item of items) {
      pending.push(read(item));
      if (pending.length < width) continue;
      const first = pending.shift();
      if (first !== undefined) yield await first;
    }
    for (let first = pending.shift(); first !== undefined; first = pending.shift()) yield await first;
  } finally {
    // Reads that nobody waits for any more must not end the process when they fail.
    for (const rest of pending) rest.catch(() => {});
  }
}
