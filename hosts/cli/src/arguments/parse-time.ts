/** Owns times as a person types them: ages, local days, local and absolute times. */
import { CommandError } from "../command-error.ts";

const unitMilliseconds: Readonly<Record<string, number>> = {
  s: 1000,
  m: 60_000,
  min: 60_000,
  h: 3_600_000,
  d: 86_400_000,
  w: 7 * 86_400_000,
};

const forms = "7d, 12h, 30m, 2w, 2026-11-01 (a local day), 2026-11-01T09:30 (local) or 2026-11-01T09:30:00Z";

const wrong = (option: string, text: string, why: string): CommandError =>
  new CommandError("invalid_time", `${option} "${text}" ${why}.`, `Times are written as ${forms}.`);

interface Calendar {
  readonly year: number;
  readonly month: number;
  readonly day: number;
}

const isRealDay = ({ year, month, day }: Calendar): boolean => {
  const date = new Date(0);
  date.setUTCFullYear(year, month - 1, day);
  return year >= 100 && date.getUTCMonth() === month - 1 && date.getUTCDate() === day;
};

/** Local start of a day; a day whose midnight a clock change skips starts with its first moment. */
const localStart = ({ year, month, day }: Calendar): number => new Date(year, month - 1, day).getTime();

/**
 * Epoch milliseconds of `text`. A bare day is the local one: its first millisecond for `side` `from`, its last for `to`.
 * An age counts back from `now`, with or without a leading minus. Throws `CommandError` that names `option`.
 */
export const parseTime = (option: string, text: string, side: "from" | "to", now: number): number => {
  const typed = text.trim();
  const relative = /^-?(\d+(?:\.\d+)?)\s*(s|m|min|h|d|w)$/i.exec(typed);
  if (relative !== null) {
    const time = now - Number(relative[1]) * (unitMilliseconds[(relative[2] ?? "").toLowerCase()] ?? 0);
    if (!Number.isFinite(new Date(time).getTime())) throw wrong(option, text, "is too long ago");
    return Math.round(time);
  }
  const absolute =
    /^(\d{4})-(\d{2})-(\d{2})(?:[T ](\d{2}):(\d{2})(?::(\d{2})(?:\.(\d{1,9}))?)?\s*(Z|[+-]\d{2}:?\d{2})?)?$/i.exec(
      typed,
    );
  if (absolute === null) throw wrong(option, text, "is not a time");
  const number = (index: number): number => Number(absolute[index] ?? "0");
  const date = { year: number(1), month: number(2), day: number(3) };
  if (!isRealDay(date)) throw wrong(option, text, "is not a day of the calendar");
  if (absolute[4] === undefined) {
    return side === "from" ? localStart(date) : localStart({ ...date, day: date.day + 1 }) - 1;
  }
  const [hours, minutes, seconds] = [number(4), number(5), number(6)];
  if (hours > 23 || minutes > 59 || seconds > 59) throw wrong(option, text, "is not a time of day");
  const milliseconds = Number((absolute[7] ?? "").padEnd(3, "0").slice(0, 3));
  const zone = absolute[8];
  if (zone === undefined) {
    return new Date(date.year, date.month - 1, date.day, hours, minutes, seconds, milliseconds).getTime();
  }
  const utc = Date.UTC(date.year, date.month - 1, date.day, hours, minutes, seconds, milliseconds);
  if (zone.toUpperCase() === "Z") return utc;
  const [zoneHours, zoneMinutes] = [Number(zone.slice(1, 3)), Number(zone.slice(-2))];
  if (zoneHours > 14 || zoneMinutes > 59) throw wrong(option, text, "has no real time zone");
  return utc - (zone.startsWith("-") ? -1 : 1) * (zoneHours * 60 + zoneMinutes) * 60_000;
};

/** The range of `--since` and `--until`, null where neither is given. Throws on nonsense and on an inverted range. */
export const parseTimeRange = (
  since: string | undefined,
  until: string | undefined,
  now: number,
): { readonly from?: number; readonly to?: number } | null => {
  if (since === undefined && until === undefined) return null;
  const from = since === undefined ? undefined : parseTime("--since", since, "from", now);
  const to = until === undefined ? undefined : parseTime("--until", until, "to", now);
  if (from !== undefined && to !== undefined && from > to) {
    throw new CommandError("inverted_range", `--since "${since}" lies after --until "${until}".`, "Swap the two.");
  }
  return { ...(from === undefined ? {} : { from }), ...(to === undefined ? {} : { to }) };
};
