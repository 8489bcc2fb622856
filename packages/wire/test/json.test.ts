import { describe, expect, it } from "vitest";
import { asArray, asNumber, asObject, asString, asText } from "../src/json.ts";

const odd = [null, undefined, true, 1, "text", [1], { a: 1 }];

describe("narrowing of recorded values", () => {
  it("gives a value of the wanted type or its absence, never an error", () => {
    expect(odd.map(asObject)).toEqual([{}, {}, {}, {}, {}, {}, { a: 1 }]);
    expect(odd.map(asArray)).toEqual([[], [], [], [], [], [1], []]);
    expect(odd.map(asString)).toEqual([undefined, undefined, undefined, undefined, "text", undefined, undefined]);
    expect(odd.map(asNumber)).toEqual([undefined, undefined, undefined, 1, undefined, undefined, undefined]);
    expect([asText(""), asString(""), asNumber(Number.POSITIVE_INFINITY)]).toEqual([undefined, "", undefined]);
  });
});
