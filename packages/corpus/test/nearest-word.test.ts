import { expect, it } from "vitest";
import { nearestWord } from "../src/nearest-word.ts";

const known = ["current", "shadowed", "log-only"];

it("finds the word that was meant", () => {
  expect(nearestWord("curent", known)).toBe("current");
  expect(nearestWord("SHADOWED", known)).toBe("shadowed");
  expect(nearestWord("log", known)).toBe("log-only");
});

it("finds none where none is near", () => {
  expect(nearestWord("zebra", known)).toBeNull();
  expect(nearestWord("x".repeat(10_000), known)).toBeNull();
  expect(nearestWord("", known)).toBeNull();
});
