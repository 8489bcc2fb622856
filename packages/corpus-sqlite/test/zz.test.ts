import { it } from "vitest";
import { piEntries, piUser } from "./log-records.ts";
import { piPath, testHome } from "./open-test-corpus.ts";
import { testEngine } from "./open-test-engine.ts";
it("x", () => {
  const home = testHome();
  const words = Array.from({ length: 800 }, (_, i) => `w${i}`);
  home.write(piPath("root"), piEntries("root", [piUser(words.slice(0, 500).join(" ")), piUser(words.slice(400).join(" ")), piUser("字".repeat(4000)),
   ...Array.from({length: 3000}, (_, i) => piUser(`${words[i % 800]} ${words[(i * 7) % 800]} common words here`))]));
  const engine = testEngine(home);
  console.log(engine.refresh().failure);
  for (const [name, query] of [["500 and", words.slice(0,500).join(" ")], ["800 none", words.join(" ")], ["cjk", "字".repeat(4000)], ["cjk none", "字".repeat(3999) + "無"], ["surrogate", "\ud800 lone"], ["prefix1", "w*"], ["a*", "c*"], ["combining", "\u0301"], ["mixed", "a".repeat(4096)], ["star run", "*** common ***"], ["quotes", '"common" "words"*'], ["rtl", "\u202ecommon"],["zero width","com\u200bmon"],["bom","\ufeffcommon"], ["nbsp", "common\u00a0words"], ["fullspace", "common\u3000words"], ["smart", "“common words”"]] as const) {
    const t = performance.now();
    try {
      const page = engine.ask({ query });
      console.log(name, page.hits.length, page.coverage.missingTerms.length, page.coverage.largestSubset?.terms.length, page.coverage.largestSubset?.count, Math.round(performance.now() - t));
    } catch (error) { console.log(name, (error as {_tag?: string})._tag, (error as Error).message.slice(0, 200), Math.round(performance.now() - t)); }
  }
});
