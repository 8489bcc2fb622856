import { it } from "vitest";
import { piEntries, piUser } from "./log-records.ts";
import { piPath, testHome } from "./open-test-corpus.ts";
import { testEngine } from "./open-test-engine.ts";
it("x", () => {
  const home = testHome();
  const big = "lorem ipsum ".repeat(400_000);
  home.write(piPath("root"), piEntries("root", [piUser(`alpha ${big} omega`), piUser("alpha small")]));
  home.write(piPath("other"), piEntries("other", [piUser(`lorem other`)], { cwd: "/other" }));
  const engine = testEngine(home);
  console.log(engine.refresh().failure);
  engine.inspect((d) => console.log(d.prepare("select count(*) from piece").get()));
  for (const request of [{ query: "lorem", countHidden: true, sessions: { ids: ["pi:root"] } }, { query: "lorem", countHidden: true, sessions: { cwds: ["/home/u/app"] } },
    { query: "lorem zebra" }, { query: "alpha omega zebra" }, { query: "alpha omega" }, { query: "lorem", countHidden: true, sessions: { cwds: ["/other"] } }]) {
      const page = engine.ask(request);
      console.log(JSON.stringify(request), page.hits.map((h) => h.event.session + h.event.seq), JSON.stringify({ ...page.coverage, skipped: 0 }));
  }
});
