/** Owns reading many things in order, in batches of which two are under way. */

/** What `read` gives for `items`, in their order; it is called with up to `size` of them. */
export async function* inBatches<Item, Result>(
  items: readonly Item[],
  size: number,
  read: (batch: readonly Item[]) => Promise<readonly Result[]>,
): AsyncGenerator<Result> {
  const under = (from: number): Promise<readonly Result[]> | null =>
    from < items.length ? read(items.slice(from, from + size)) : null;
  let next = under(0);
  try {
    for (let from = size; next !== null; from += size) {
      const current = next;
      next = under(from);
      yield* await current;
    }
  } finally {
    // A batch that nobody waits for any more must not end the process when it fails.
    next?.catch(() => {});
  }
}
