import { appendFileSync } from "node:fs";
import Database from "better-sqlite3";
import { describe, expect, it, vi } from "vitest";
import { linesOf, piEntries, piUser } from "./log-records.ts";
import { piPath, testHome } from "./open-test-corpus.ts";
import { nothingLive, type TestEngine, testEngine } from "./open-test-engine.ts";

interface Work {
  /** Rows that were written. */
  readonly written: number;
  /** Rows that were read. */
  readonly read: number;
  /** Statements that ran, each once. */
  readonly statements: readonly string[];
}

/** Counts what goes through the database from now on. */
const countWork = (): { take(): Work; stop(): void } => {
  let written = 0;
  let read = 0;
  const statements = new Set<string>();
  const { prepare } = Database.prototype;
  const counted = (statement: Database.Statement, sql: string): Database.Statement => {
    const { run, get, all, iterate } = statement;
    statement.run = (...values) => {
      statements.add(sql);
      const result = run.apply(statement, values);
      written += result.changes;
      return result;
    };
    statement.get = (...values) => {
      statements.add(sql);
      read++;
      return get.apply(statement, values);
    };
    statement.all = (...values) => {
      statements.add(sql);
      const rows = all.apply(statement, values);
      read += rows.length;
      return rows;
    };
    statement.iterate = function* (...values) {
      statements.add(sql);
      for (const row of iterate.apply(statement, values)) {
        read++;
        yield row;
      }
    };
    return statement;
  };
  const spy = vi.spyOn(Database.prototype, "prepare").mockImplementation(function (this: Database.Database, sql) {
    return counted(prepare.call(this, sql), sql);
  });
  return {
    take: () => {
      const work = { written, read, statements: [...statements] };
      written = 0;
      read = 0;
      statements.clear();
      return work;
    },
    stop: () => spy.mockRestore(),
  };
};

const measured = (work: (engine: TestEngine, home: ReturnType<typeof testHome>, take: () => Work) => void): void => {
  const home = testHome();
  const counter = countWork();
  const engine = testEngine(home);
  try {
    work(engine, home, counter.take);
  } finally {
    engine.close();
    counter.stop();
  }
};

const notes = (session: string, count: number): string =>
  piEntries(
    session,
    Array.from({ length: count }, (_, index) => piUser(`note ${index}`)),
  );

const appended = (session: string, number: number, text: string): string =>
  linesOf([
    {
      ...piUser(text),
      id: `${session}-${number}`,
      parentId: `${session}-${number - 1}`,
      timestamp: "2026-10-02T10:00:00.000Z",
    },
  ]);

describe("an appended line", () => {
  it("costs a session of two thousand events no more than one of ten", () => {
    const costs = [10, 2000].map((size) => {
      const result: Work[] = [];
      measured((engine, home, take) => {
        const path = home.write(piPath("grows"), notes("grows", size));
        engine.refresh();
        engine.search("zebra");
        take();
        const line = appended("grows", size + 1, "a zebra");
        appendFileSync(path, line);
        expect(engine.refresh().decodedBytes).toBe(Buffer.byteLength(line));
        result.push(take());
        expect(engine.search("zebra")).toEqual([`pi:grows:${size + 1}`]);
        result.push(take());
      });
      return result.map(({ written, read }) => [written, read]);
    });
    expect([(costs[0]?.[0]?.[0] ?? 0) > 0, (costs[0]?.[1]?.[1] ?? 0) > 0]).toEqual([true, true]);
    expect(costs[1]).toEqual(costs[0]);
  });
});

describe("a look at what did not change", () => {
  it("writes nothing and decodes nothing, and asks as often for one session as for three hundred", () => {
    const costs = [1, 300].map((count) => {
      let cost: Work = { written: 0, read: 0, statements: [] };
      measured((engine, home, take) => {
        for (let number = 0; number < count; number++) home.write(piPath(`s${number}`), notes(`s${number}`, 3));
        engine.refresh();
        take();
        expect(engine.refresh().decodedBytes).toBe(0);
        cost = take();
      });
      expect(cost.written).toBe(0);
      return cost.statements.length;
    });
    expect(costs[1]).toBe(costs[0]);
  });
});

describe("one new session among many", () => {
  it("costs what it holds", () => {
    const costs = [2, 300].map((count) => {
      let cost: Work = { written: 0, read: 0, statements: [] };
      measured((engine, home, take) => {
        for (let number = 0; number < count; number++) home.write(piPath(`s${number}`), notes(`s${number}`, 3));
        engine.refresh();
        take();
        const text = notes("new", 3);
        home.write(piPath("new"), text);
        expect(engine.refresh().decodedBytes).toBe(Buffer.byteLength(text));
        cost = take();
      });
      return cost.written;
    });
    expect(costs[1]).toBe(costs[0]);
  });
});

describe("a read", () => {
  it("by a session's id reads as many rows among three hundred sessions as among two", () => {
    const costs = [2, 300].map((count) => {
      let cost: Work = { written: 0, read: 0, statements: [] };
      measured((engine, home, take) => {
        for (let number = 0; number < count; number++) home.write(piPath(`s${number}`), notes(`s${number}`, 3));
        engine.refresh();
        engine.search("note");
        take();
        expect(engine.reader.resolveSession(nothingLive, "s1", {})).toMatchObject({ kind: "found" });
        engine.reader.readTitles(nothingLive, ["pi:s1"]);
        engine.reader.transcript(nothingLive, "pi:s1");
        engine.reader.traceSession(nothingLive, "pi:s1");
        cost = take();
      });
      return cost.read;
    });
    expect(costs[0]).toBeGreaterThan(0);
    expect(costs[1]).toBe(costs[0]);
  });

  it("of one event, of a session's end or of the list reads no more rows of a long session than of a short one", () => {
    const costs = [60, 4000].map((size) => {
      let cost: Work = { written: 0, read: 0, statements: [] };
      measured((engine, home, take) => {
        home.write(piPath("long"), notes("long", size));
        engine.refresh();
        engine.search("zebra");
        take();
        const seen = engine.reader.readEvent(nothingLive, { session: "pi:long", seq: size, before: 5 });
        expect(seen.before.map(({ seq }) => seq)).toEqual([5, 4, 3, 2, 1].map((back) => size - back));
        expect(engine.reader.listSessions(nothingLive, {}).sessions).toHaveLength(1);
        engine.reader.filterEvents(nothingLive, { session: "pi:long", events: { seq: { from: size - 3 } } });
        cost = take();
      });
      return cost.read;
    });
    expect(costs[1]).toBe(costs[0]);
  });
});

it("no statement looks through all events, all texts or all sources", () => {
  let statements: readonly string[] = [];
  measured((engine, home, take) => {
    const path = home.write(piPath("parent"), notes("parent", 5));
    home.write(piPath("child"), piEntries("child", [piUser("a zebra")], { parentSession: "parent" }));
    engine.refresh();
    take();
    appendFileSync(path, appended("parent", 6, "zebra again"));
    engine.refresh();
    // A rewritten file: its rows are taken out and put in again.
    home.write(piPath("child"), piEntries("child", [piUser("a giraffe")], { parentSession: "parent" }));
    engine.refresh();
    engine.search("zebra");
    engine.ask({ query: "zebra", sessions: { ids: ["pi:parent"] }, events: { types: ["user/message"] } });
    engine.reader.readEvent(nothingLive, { session: "pi:parent", seq: 6, before: 2 });
    engine.reader.transcript(nothingLive, "pi:parent");
    engine.reader.traceEvent(nothingLive, "pi:parent", 2);
    engine.reader.traceSession(nothingLive, "pi:child");
    engine.reader.resolveSession(nothingLive, "parent", {});
    ({ statements } = take());
    expect(statements.filter((sql) => /DELETE FROM (event|text)\b/.test(sql))).not.toEqual([]);
    engine.inspect((database) => {
      const scans = statements
        // EXISTS ends at the first row.
        .filter((sql) => /^\s*(SELECT|INSERT|UPDATE|DELETE|REPLACE|WITH)/i.test(sql) && !/^SELECT EXISTS/.test(sql))
        .flatMap((sql) => {
          const named = [...new Set(sql.match(/@\w+/g) ?? [])].map((name) => [name.slice(1), null]);
          const values = named.length > 0 ? [Object.fromEntries(named)] : (sql.match(/\?/g) ?? []).map(() => null);
          const plan = database.prepare(`EXPLAIN QUERY PLAN ${sql}`).all(...values) as { detail: string }[];
          return plan
            .filter(
              ({ detail }) => /^SCAN (event|text|piece)\b/.test(detail) && !/VIRTUAL TABLE INDEX \d+:[^ ]/.test(detail),
            )
            .map(({ detail }) => `${detail} in ${sql}`);
        });
      expect(scans).toEqual([]);
    });
  });
});
