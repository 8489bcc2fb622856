/**
 * Owns pages of an answer: whole answers are kept for a while, so that later pages come from what was observed first.
 * A cursor is opaque and belongs to one request of one provider. Does not own how an answer is made.
 */
import { createHash, randomUUID } from "node:crypto";
import { InvalidCursor, StaleCursor } from "../errors.ts";
import type { PageRequest } from "../requests.ts";

const keptAnswers = 32;

interface Cursor {
  readonly provider: string;
  readonly request: string;
  readonly answer: number;
  readonly offset: number;
}

const readCursor = (text: string): Partial<Cursor> => {
  try {
    const value: unknown = JSON.parse(Buffer.from(text, "base64url").toString("utf8"));
    return typeof value === "object" && value !== null ? value : {};
  } catch {
    return {};
  }
};

export interface AnswerPage<A, Item> {
  readonly answer: A;
  readonly items: readonly Item[];
  readonly nextCursor: string | null;
}

export class AnswerPages {
  readonly #provider = randomUUID();
  readonly #answers = new Map<number, unknown>();
  #made = 0;

  /** One page of the answer to `request`, made by `make` for the first page and kept for the later ones. */
  page<A, Item>(
    method: string,
    request: PageRequest,
    defaultLimit: number,
    make: () => A,
    itemsOf: (answer: A) => readonly Item[],
  ): AnswerPage<A, Item> {
    const { cursor, ...rest } = request;
    const hash = createHash("sha256")
      .update(JSON.stringify([method, rest]))
      .digest("base64url");
    let number = this.#made;
    let offset = 0;
    if (cursor === undefined) {
      this.#answers.set(number, make());
      this.#answers.delete(number - keptAnswers);
      this.#made++;
    } else {
      const read = readCursor(cursor);
      if (read.provider !== this.#provider || read.request !== hash) {
        throw new InvalidCursor({ message: "The cursor does not belong to this request; start again without it." });
      }
      number = read.answer ?? -1;
      offset = read.offset ?? 0;
    }
    if (!this.#answers.has(number)) {
      throw new StaleCursor({ message: "This answer is not kept any more; start the search again." });
    }
    const answer = this.#answers.get(number) as A;
    const items = itemsOf(answer);
    const end = offset + (request.limit ?? defaultLimit);
    const next: Cursor = { provider: this.#provider, request: hash, answer: number, offset: end };
    return {
      answer,
      items: items.slice(offset, end),
      nextCursor: end < items.length ? Buffer.from(JSON.stringify(next)).toString("base64url") : null,
    };
  }
}
