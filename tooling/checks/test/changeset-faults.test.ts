import { expect, test } from "vitest";
import { findChangesetFaults } from "../changeset-faults.mjs";

const published = new Set(["backscroll", "@backscroll/wire"]);
const faultsOf = (text: string) => findChangesetFaults(text, published);

test("one sentence for known packages is good", () => {
  expect(faultsOf('---\n"backscroll": minor\n"@backscroll/wire": patch\n---\n\nSearch finds more.\n')).toEqual([]);
});

test("an empty one says that nothing is released", () => {
  expect(faultsOf("---\n---\n")).toEqual([]);
});

test.each([
  ["Search finds more.\n", "does not begin with a block of packages between two lines of ---"],
  ['---\n"other": minor\n---\n\nMore.\n', "names other, which is no published package"],
  ['---\n"backscroll": large\n---\n\nMore.\n', 'does not say "package": major, minor or patch: "backscroll": large'],
  ['---\n"backscroll": minor\n---\n', "says nothing to the user"],
  ['---\n"backscroll": minor\n---\n\nMore.\n\nAnd more.\n', "is more than one paragraph"],
  ['---\n"backscroll": minor\n---\n\nMore results\n', "is no sentence: it does not end with a full stop"],
])("%j is refused", (text, fault) => {
  expect(faultsOf(text)).toEqual([fault]);
});
