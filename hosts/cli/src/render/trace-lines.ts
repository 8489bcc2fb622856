/** Owns how a session's lineage and an event's relations look to a person. */
import type { EventRecord, EventTrace, SessionNode, SessionRecord, SessionTrace } from "@backscroll/corpus";
import { addressText } from "../address.ts";
import { agentName } from "../agents.ts";
import { cutToWidth } from "../terminal/text-width.ts";
import { visibleLine } from "../terminal/visible-text.ts";
import { age, localTime } from "./age.ts";
import { count } from "./count.ts";
import { eventKind } from "./event-kind.ts";
import type { Layout } from "./layout.ts";
import { marksOf } from "./marks.ts";
import { sessionName } from "./session-name.ts";

const sessionLine = (session: SessionRecord, branch: string, layout: Layout): string => {
  const { styles, width, now } = layout;
  const kind = session.parent === null ? "" : `${session.parent.kind} · `;
  const id = visibleLine(session.session);
  const facts = `${kind}${agentName(session.wire)} · ${age(session.createdAt, now)}`;
  const room = Math.max(12, width - branch.length - facts.length - 3);
  return `${styles.faint(branch)}${styles.title(cutToWidth(sessionName(session, room), room))} ${styles.faint(`· ${facts}`)}\n${" ".repeat(branch.length)}${styles.address(id)}`;
};

/** A pre-order walk with a stack of its own, so that no lineage is too deep. */
const treeLines = (nodes: readonly SessionNode[], depth: number, layout: Layout): string[] => {
  const lines: string[] = [];
  const stack = nodes.map((node) => ({ node, depth })).reverse();
  for (let top = stack.pop(); top !== undefined; top = stack.pop()) {
    const { node, depth: at } = top;
    lines.push(...sessionLine(node.session, `${"  ".repeat(at)}└ `, layout).split("\n"));
    for (const child of [...node.children].reverse()) stack.push({ node: child, depth: at + 1 });
  }
  return lines;
};

/** Ancestors from the root down, the session, its descendants. */
export const sessionTraceLines = (trace: SessionTrace, layout: Layout): string[] => {
  const { styles } = layout;
  const lines: string[] = [];
  if (!trace.complete) {
    const missing = trace.missingParent === null ? "a session whose log is gone" : visibleLine(trace.missingParent);
    lines.push(styles.mark(`Incomplete: the chain of ancestors ends at ${missing}, which was not found.`));
  }
  const chain = [...trace.ancestors].reverse();
  let depth = 0;
  for (const ancestor of chain) {
    lines.push(...sessionLine(ancestor, depth === 0 ? "" : `${"  ".repeat(depth)}└ `, layout).split("\n"));
    depth += 1;
  }
  lines.push(...sessionLine(trace.target, depth === 0 ? "➤ " : `${"  ".repeat(depth)}➤ `, layout).split("\n"));
  lines.push(...treeLines(trace.descendants, depth + 1, layout));
  if (trace.ancestors.length === 0 && trace.complete) lines.push(styles.faint("No ancestors."));
  if (trace.descendants.length === 0) lines.push(styles.faint("No descendants."));
  return lines;
};

const eventLine = (event: EventRecord, { styles }: Layout): string => {
  const marks = marksOf(event);
  return `${styles.address(visibleLine(addressText(event)))}  ${eventKind(event)} ${styles.faint(`· ${localTime(event.createdAt)}`)}${marks.length === 0 ? "" : `  ${styles.mark(`[${marks.join("] [")}]`)}`}`;
};

const mostListed = 100;

const list = (name: string, lines: readonly string[], none: string): string[] => {
  if (lines.length === 0) return [`${name}: ${none}`];
  const more = lines.length - mostListed;
  return [
    `${name} (${lines.length}):`,
    ...lines.slice(0, mostListed).map((line) => `  ${line}`),
    ...(more > 0 ? [`  and ${count(more, "more", "more")}; --json lists all`] : []),
  ];
};

/** The relations that the log records of an event; those that a format does not record are not called none. */
export const eventTraceLines = (trace: EventTrace, layout: Layout): string[] => {
  const { styles, width } = layout;
  const none = trace.recorded ? "none" : "not recorded by this agent's log";
  const address = (event: { readonly session: string; readonly seq: number }): string =>
    styles.address(visibleLine(addressText(event)));
  return [
    styles.title(sessionName(trace.session, width)),
    eventLine(trace.target, layout),
    trace.replacedBy === null ? `replaced by: ${none}` : `replaced by: ${eventLine(trace.replacedBy, layout)}`,
    ...list(
      "replacement chain",
      trace.replacementChain.map((event) => eventLine(event, layout)),
      none,
    ),
    ...list(
      "replaces",
      trace.replaces.map((event) => eventLine(event, layout)),
      none,
    ),
    ...list("comes from", trace.sources.map(address), none),
    ...list("is the source of", trace.derived.map(address), none),
  ];
};
