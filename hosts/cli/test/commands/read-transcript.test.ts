import type { DocumentSlice } from "@backscroll/corpus";
import { describe, expect, it } from "vitest";
import { type ReadItem, readItems } from "../../src/commands/read-transcript.ts";
import type { TranscriptItem } from "../../src/render/transcript-items.ts";
import { transcriptEvent } from "../sample-records.ts";

/** A transcript whose documents are these texts by seq; tools are named after their seq. */
const transcriptOf = (texts: Readonly<Record<number, string>>) => {
  const asked: number[] = [];
  const documents = async (seqs: readonly number[]): Promise<readonly DocumentSlice[]> => {
    asked.push(...seqs);
    return seqs.map((seq) => {
      const text = texts[seq] ?? "";
      return { seq, text, key: `k${seq}`, tool: { name: `tool${seq}` }, author: null, totalChars: text.length };
    });
  };
  return { asked, documents };
};

const message = (seq: number): TranscriptItem => ({ kind: "event", event: transcriptEvent(seq, "assistant/message") });
const tools = (from: number, to: number, ...calls: readonly number[]): TranscriptItem => ({
  kind: "tools",
  from,
  to,
  calls: calls.map((seq) => transcriptEvent(seq, "tool/call")),
});

const short = (item: ReadItem): string => {
  if (item.kind === "event") return `${item.event.seq} ${item.document.text}`;
  return item.kind === "tools" ? `tools ${item.from}-${item.to}: ${item.names.join(",")}` : item.kind;
};

const read = async (items: readonly TranscriptItem[], texts: Readonly<Record<number, string>>) => {
  const transcript = transcriptOf(texts);
  const all: string[] = [];
  for await (const item of readItems(items, transcript, {})) all.push(short(item));
  return { all, asked: transcript.asked };
};

describe("readItems", () => {
  it("reads each document once, in order", async () => {
    const { all, asked } = await read([message(1), tools(2, 5, 2, 4), message(6)], { 1: "one", 6: "six" });
    expect(all).toEqual(["1 one", "tools 2-5: tool2,tool4", "6 six"]);
    expect(asked).toEqual([1, 2, 4, 6]);
  });

  it("joins messages without text to the calls that follow them", async () => {
    const items = [message(1), message(2), tools(3, 4, 3), message(5), tools(6, 7, 6), message(8), tools(9, 9, 9)];
    const { all } = await read(items, { 1: "one", 8: "eight" });
    expect(all).toEqual(["1 one", "tools 2-7: tool3,tool6", "8 eight", "tools 9-9: tool9"]);
  });

  it("shows a message without text that no call follows, and other events without text", async () => {
    const injected: TranscriptItem = { kind: "event", event: transcriptEvent(1, "context/injected") };
    const { all } = await read([injected, tools(2, 2, 2), message(3)], {});
    expect(all).toEqual(["1 ", "tools 2-2: tool2", "3 "]);
  });

  it("ends a run where a gap or a window lies between", async () => {
    const gap: TranscriptItem = { kind: "inactive", from: 3, to: 3, events: 1 };
    const { all } = await read([tools(1, 2, 1), gap, message(4), tools(5, 5, 5)], {});
    expect(all).toEqual(["tools 1-2: tool1", "inactive", "tools 4-5: tool5"]);
  });
});
