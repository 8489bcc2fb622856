/**
 * Owns pages: a ranked answer is kept for a while, so that later pages come from the same snapshot whatever is indexed
 * meanwhile. A cursor is opaque, bound to the request, to this provider and to what was observed.
 */
import { createHash, randomBytes } from "node:crypto";
import { InvalidCursor, StaleCursor } from "@backscroll/corpus";

const keptAnswers = 32;

interface CursorContent {
  readonly p: string;
  readonly r: string;
  readonly g: number;
  readonly o: number;
}

/** For a page of which the index no longer has all. */
export const staleAnswer = (): StaleCursor =>
  new StaleCursor({ message: "What is indexed changed since this page was given; start the search again." });

const decode = (cursor: string): CursorContent | null => {
  try {
    const content = JSON.parse(Buffer.from(cursor, "base64url").toString("utf8")) as CursorContent;
    return typeof content.p === "string" &&
      typeof content.r === "string" &&
      Number.isSafeInteger(content.o) &&
      Number.isSafeInteger(content.g)
      ? content
      : null;
  } catch {
    return null;
  }
};

export class AnswerCache<A> {
  readonly #provider = randomBytes(6).toString("hex");
  readonly #answers = new Map<string, A>();

  /** The answer to a request, from memory or made now, and where its page begins. */
  open(
    request: object,
    cursor: string | undefined,
    generation: number,
    make: () => A,
  ): { readonly answer: A; readonly offset: number; readonly next: (offset: number) => string } {
    const hash = createHash("sha256").update(JSON.stringify(request)).digest("base64url").slice(0, 16);
    let observed = generation;
    let offset = 0;
    if (cursor !== undefined) {
      const content = decode(cursor);
      if (content === null || content.p !== this.#provider || content.r !== hash) {
        throw new InvalidCursor({ message: "The cursor does not belong to this request; start again without it." });
      }
      observed = content.g;
      offset = content.o;
    }
    const key = `${hash}:${observed}`;
    let answer = this.#answers.get(key);
    if (answer === undefined) {
      if (observed !== generation) throw staleAnswer();
      answer = make();
      if (this.#answers.size >= keptAnswers) {
        const [oldest] = this.#answers.keys();
        if (oldest !== undefined) this.#answers.delete(oldest);
      }
    } else this.#answers.delete(key);
    this.#answers.set(key, answer);
    return {
      answer,
      offset,
      next: (at) =>
        Buffer.from(
          JSON.stringify({ p: this.#provider, r: hash, g: observed, o: at } satisfies CursorContent),
        ).toString("base64url"),
    };
  }
}
