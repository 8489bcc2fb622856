/** Owns how the report of `backscroll doctor` looks to a person. */
import type { CorpusReport, PlaceReport } from "@backscroll/corpus";
import { agentName, wires } from "../agents.ts";
import { wrapText } from "../terminal/text-width.ts";
import { visibleLine } from "../terminal/visible-text.ts";
import { age } from "./age.ts";
import { byteSize } from "./byte-size.ts";
import { count } from "./count.ts";
import { folderText, type Layout } from "./layout.ts";
import { skippedLines } from "./skipped-notes.ts";

const mostSkipped = 10;

const placeLine = (place: PlaceReport, layout: Layout): string => {
  const { styles } = layout;
  const found =
    place.state === "present"
      ? `${count(place.files, "file")}, ${count(place.sessions, "session")}`
      : place.state === "missing"
        ? styles.faint("not there")
        : styles.error("cannot be read");
  const origin = place.origin === "default" ? "" : styles.faint(` (${visibleLine(place.origin)})`);
  return `  ${folderText(place.path, layout)}${origin}: ${found}`;
};

const placeLines = (places: readonly PlaceReport[], layout: Layout): string[] => {
  const known = [...new Set([...wires, ...places.map(({ wire }) => wire)])];
  return known.flatMap((wire) => {
    const own = places.filter((place) => place.wire === wire);
    if (own.length === 0) return [];
    const name = wires.includes(wire) ? agentName(wire) : "Added";
    // Most programs have several usual places of which few exist; one that somebody named gets its own line.
    const absent = own.filter(({ state, origin }) => state === "missing" && origin === "default");
    const folders = absent.map(({ path }) => folderText(path, layout)).join(", ");
    return [
      layout.styles.title(name),
      ...own.filter((place) => !absent.includes(place)).map((place) => placeLine(place, layout)),
      ...(absent.length === 0 ? [] : wrapText(`not there: ${folders}`, layout.width - 2)).map(
        (line) => `  ${layout.styles.faint(line)}`,
      ),
    ];
  });
};

/** Whether the index is undamaged; skipped logs do not count. */
export const isHealthy = ({ index }: CorpusReport): boolean => index.integrity === "ok";

/** Places, skipped sources and the index. */
export const doctorLines = (report: CorpusReport, layout: Layout): string[] => {
  const { styles, now } = layout;
  const { index, skipped, places } = report;
  const share =
    index.sourceBytes === 0 ? "" : ` (${Math.round((100 * index.bytes) / index.sourceBytes)} % of the logs)`;
  return [
    styles.title("Where sessions were looked for"),
    ...placeLines(places, layout),
    "",
    styles.title(`Skipped: ${skipped.length}`),
    ...skippedLines(skipped, layout, mostSkipped),
    "",
    styles.title("Index"),
    `  file       ${folderText(index.path, layout)}`,
    `  holds      ${count(index.sessions, "session")}, ${count(index.events, "event")} of ${byteSize(index.sourceBytes)} of logs`,
    `  size       ${byteSize(index.bytes)}${share}`,
    `  refreshed  ${index.refreshedAt === null ? "never" : age(index.refreshedAt, now)}`,
    `  behind     ${index.behind === 0 ? "nothing" : count(index.behind, "source")}`,
    `  integrity  ${isHealthy(report) ? styles.good("ok") : styles.error(visibleLine(index.integrity))}`,
    `  ledger     ${index.ledgerSessions === 0 ? "no session needs it" : `keeps the addresses of ${count(index.ledgerSessions, "rewritten session")}; deleting it renumbers them`}`,
    `  format     ${index.schemaVersion}, ${visibleLine(index.engineVersion)}`,
    ...(isHealthy(report) ? [] : ["", "The index is damaged: run backscroll index --rebuild. No log is lost by that."]),
  ];
};
