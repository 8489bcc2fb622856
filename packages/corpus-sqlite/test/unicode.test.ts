import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { claudeRecords, claudeUser, piEntries, piUser } from "./log-records.ts";
import { claudePath, piPath, testHome } from "./open-test-corpus.ts";
import { type TestEngine, testEngine } from "./open-test-engine.ts";

const texts = [
  "请为所有人实现搜索功能并写测试", // 1
  "日本語のテストを書いてください", // 2
  "한국어 검색이 안 됩니다", // 3
  "ค้นหาข้อความภาษาไทยทั้งหมด", // 4
  "修改youer服务端的计划", // 5
  "步2 重跑gen-itgc后50条,还有悬空的", // 6
  "ship it 🚀 today", // 7
  "ＡＢＣ１２３ in full width", // 8
  "ｶﾀｶﾅ in half width", // 9
  "re\u0301sume\u0301 decomposed", // 10
  "поиск по журналам", // 11
  "αναζήτηση στα αρχεία ΛΌΓΟΣ", // 12
  "𠮷野家 and 𩸽 beyond the first plane", // 13
  "line\u2028separator and nel\u0085here", // 14
  "البحث في السجلات", // 15
];
const lastNight = Array.from({ length: 16 }, (_, index) =>
  index < 2 ? `会议 昨晚 开到很晚 ${index}` : `我们昨晚讨论了第${index}个问题`,
);

let engine: TestEngine;
const home = testHome(afterAll);
const chinese = "11111111-1111-4111-8111-111111111111";

beforeAll(() => {
  home.write(piPath("scripts"), piEntries("scripts", texts.map(piUser)));
  home.write(piPath("night"), piEntries("night", lastNight.map(piUser)));
  home.write(claudePath(chinese), claudeRecords(chinese, [claudeUser("另一个程序的搜索功能")]));
  engine = testEngine(home);
  expect(engine.refresh().failure).toBe(null);
});
afterAll(() => engine.close());

const script = (query: string): readonly string[] =>
  engine.search(query).filter((address) => address.startsWith("pi:scripts:"));

describe("text without spaces", () => {
  it.each([
    ["搜索功能", 1],
    ["索功", 1],
    ["测", 1],
    ["人实现", 1],
    ["日本語", 2],
    ["本語", 2],
    ["テスト", 2],
    ["書いて", 2],
    ["한국어", 3],
    ["국어", 3],
    ["검색", 3],
    ["ข้อความ", 4],
    ["ภาษาไทย", 4],
    ["悬空", 6],
    ["𠮷野", 13],
    ["𩸽", 13],
  ])("%s is found inside it", (query, seq) => {
    expect(script(query)).toEqual([`pi:scripts:${seq}`]);
  });

  it("characters that do not stand together in this order are no hit", () => {
    for (const query of ["能功索搜", "实现功能", "語日本", "어국"]) expect(script(query)).toEqual([]);
  });

  it("is found in every agent's log", () => {
    expect([...engine.search("搜索功能")].sort()).toEqual([`claude-code:${chinese}:1`, "pi:scripts:1"]);
  });

  it("is found with and without spaces around it, all of it", () => {
    expect(engine.search("昨晚")).toHaveLength(16);
    expect(engine.ask({ query: "昨晚" }).hits.every(({ event }) => event.excerpt.ranges.length > 0)).toBe(true);
  });

  it.each([
    ["youer", 5],
    ["服务端", 5],
    ["itgc", 6],
    ["gen-itgc", 6],
    ["重跑gen-itgc", 6],
    ["50", 6],
    ["悬空 itgc", 6],
  ])("%s is found where words of two scripts touch", (query, seq) => {
    expect(script(query)).toEqual([`pi:scripts:${seq}`]);
  });
});

describe("other forms of the same characters", () => {
  it.each([
    ["abc123", 8],
    ["ＡＢＣ１２３", 8],
    ["カタカナ", 9],
    ["résumé", 10],
    ["resume", 10],
    ["ПОИСК", 11],
    ["αναζητηση", 12],
    ["λογος", 12],
    ["🚀", 7],
    ["السجلات", 15],
    ["separator", 14],
    ["here", 14],
  ])("%s", (query, seq) => {
    expect(script(query)).toContain(`pi:scripts:${seq}`);
  });
});

it("any part of a text without spaces is found, and marked where it stands", () => {
  const parts = fc.constantFrom(...texts.slice(0, 2)).chain((text) => {
    const points = [...text];
    return fc
      .tuple(fc.nat(points.length - 1), fc.integer({ min: 1, max: 6 }))
      .map(([from, length]) => ({ seq: texts.indexOf(text) + 1, part: points.slice(from, from + length).join("") }));
  });
  fc.assert(
    fc.property(parts, ({ seq, part }) => {
      const { hits } = engine.ask({ query: part, sessions: { ids: ["pi:scripts"] } });
      const hit = hits.find(({ event }) => event.seq === seq);
      const points = [...(hit?.event.excerpt.text ?? "")];
      const marked = hit?.event.excerpt.ranges.map(([from, to]) => points.slice(from, to).join(""));
      expect(marked).toContain(part);
    }),
    { numRuns: 60 },
  );
});
