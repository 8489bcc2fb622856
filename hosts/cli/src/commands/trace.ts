/** Owns `backscroll trace`. */
import type { SessionNode, SessionTrace } from "@backscroll/corpus";
import { addressText } from "../address.ts";
import { findAddress } from "../arguments/find-address.ts";
import { bringUpToDate, type CommandContext, withCorpus } from "../command-context.ts";
import { type ExitCode, exitCodes } from "../command-error.ts";
import { eventFactsJson } from "../json/event-json.ts";
import { sessionJson } from "../json/session-json.ts";
import { eventTraceLines, sessionTraceLines } from "../render/trace-lines.ts";

/** Descendants in pre-order with their depth, 1 for children: a list, so that no lineage is too deep for JSON. */
const descendantsJson = (nodes: readonly SessionNode[]) => {
  const descendants: ({ readonly depth: number } & ReturnType<typeof sessionJson>)[] = [];
  const stack = nodes.map((node) => ({ node, depth: 1 })).reverse();
  for (let top = stack.pop(); top !== undefined; top = stack.pop()) {
    const { node, depth } = top;
    descendants.push({ depth, ...sessionJson(node.session) });
    for (const child of [...node.children].reverse()) stack.push({ node: child, depth: depth + 1 });
  }
  return descendants;
};

const sessionTraceJson = (trace: SessionTrace) => ({
  target: sessionJson(trace.target),
  ancestors: trace.ancestors.map(sessionJson),
  descendants: descendantsJson(trace.descendants),
  complete: trace.complete,
  missing_parent: trace.missingParent,
});

/** Relations of a session, or of an event where the address names one. */
export const trace = async (
  address: string,
  options: { readonly json?: boolean },
  context: CommandContext,
): Promise<ExitCode> => {
  const { terminal, signal } = context;
  const print = async (lines: readonly string[]): Promise<void> => {
    for (const line of lines) await terminal.line(line);
  };
  return withCorpus(context, async (corpus) => {
    await bringUpToDate(context, corpus);
    const { session, seq } = await findAddress(corpus.query, address, { signal });
    if (seq === null) {
      const traced = await corpus.query.traceSession(session.session, { signal });
      if (options.json === true) await terminal.json(sessionTraceJson(traced));
      else await print(sessionTraceLines(traced, context.layout()));
      return exitCodes.done;
    }
    const traced = await corpus.query.traceEvent(session.session, seq, { signal });
    if (options.json === true) {
      await terminal.json({
        session: sessionJson(traced.session),
        target: eventFactsJson(traced.target),
        recorded: traced.recorded,
        replaced_by: traced.replacedBy === null ? null : eventFactsJson(traced.replacedBy),
        replacement_chain: traced.replacementChain.map(eventFactsJson),
        replaces: traced.replaces.map(eventFactsJson),
        sources: traced.sources.map(addressText),
        derived: traced.derived.map(addressText),
      });
    } else await print(eventTraceLines(traced, context.layout()));
    return exitCodes.done;
  });
};
