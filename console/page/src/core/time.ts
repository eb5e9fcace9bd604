/** Formats times: in one of three zones, in the same form everywhere. */
export type ZoneMode = "schedule" | "mine" | "utc";

const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

export function myZone(): string {
  return Intl.DateTimeFormat().resolvedOptions().timeZone || "UTC";
}

/** The zone to show an instant in; UTC if it should be the schedule's and that has none. */
export function zoneFor(mode: ZoneMode, scheduleZone?: string | null): string {
  if (mode === "mine") return myZone();
  return mode === "schedule" && scheduleZone && isZone(scheduleZone) ? scheduleZone : "UTC";
}

const formats = new Map<string, Intl.DateTimeFormat>();
const MAX_FORMATS = 500;

function format(zone: string): Intl.DateTimeFormat {
  let found = formats.get(zone);
  if (!found) {
    if (formats.size >= MAX_FORMATS) formats.clear();
    found = new Intl.DateTimeFormat("en-GB", {
      timeZone: zone,
      hourCycle: "h23",
      year: "numeric",
      month: "short",
      day: "2-digit",
      weekday: "short",
      hour: "2-digit",
      minute: "2-digit",
      second: "2-digit",
    });
    formats.set(zone, found);
  }
  return found;
}

export function isZone(zone: string): boolean {
  try {
    format(zone);
    return true;
  } catch {
    return false;
  }
}

export interface LocalTime {
  date: string;
  weekday: string;
  day: string;
  time: string;
  year: string;
}

/** The parts of an instant in a zone. */
export function local(at: number, zone: string): LocalTime {
  const parts: Record<string, string> = {};
  for (const part of format(zone).formatToParts(at)) parts[part.type] = part.value;
  const month = (parts.month ?? "").slice(0, 3);
  const year = parts.year ?? "";
  return {
    date: `${year} ${month} ${parts.day}`,
    weekday: parts.weekday ?? "",
    day: `${Number(parts.day)} ${month}`,
    time: `${parts.hour}:${parts.minute}:${parts.second}`,
    year,
  };
}

/** `14:03:05` on the same day as now, `18 Nov 14:03` on another, with the year in another year. */
export function shortTime(at: number, now: number, zone: string): string {
  const then = local(at, zone);
  const today = local(now, zone);
  if (then.date === today.date) return then.time;
  const clock = then.time.endsWith(":00") ? then.time.slice(0, 5) : then.time;
  return then.year === today.year ? `${then.day} ${clock}` : `${then.day} ${then.year} ${clock}`;
}

/** An instant in full: `Wed 18 Nov 2026 14:03:05.123 Europe/Berlin (UTC+01:00)`. */
export function fullTime(at: number, zone: string): string {
  const { weekday, day, year, time } = local(at, zone);
  const millis = String(((at % SECOND) + SECOND) % SECOND).padStart(3, "0");
  const fraction = millis === "000" ? "" : `.${millis}`;
  return `${weekday} ${day} ${year} ${time}${fraction} ${zone}${zone === "UTC" ? "" : ` (UTC${offsetText(at, zone)})`}`;
}

/** Minutes by which the zone is ahead of UTC at that instant. */
export function offsetMinutes(at: number, zone: string): number {
  const parts: Record<string, string> = {};
  for (const part of format(zone).formatToParts(at)) parts[part.type] = part.value;
  const months = "JanFebMarAprMayJunJulAugSepOctNovDec";
  const month = months.indexOf((parts.month ?? "").slice(0, 3)) / 3;
  const shown = Date.UTC(
    Number(parts.year),
    month,
    Number(parts.day),
    Number(parts.hour),
    Number(parts.minute),
    Number(parts.second),
  );
  return Math.round((shown - Math.floor(at / SECOND) * SECOND) / MINUTE);
}

export function offsetText(at: number, zone: string): string {
  const minutes = offsetMinutes(at, zone);
  const size = Math.abs(minutes);
  return `${minutes < 0 ? "−" : "+"}${String(Math.floor(size / 60)).padStart(2, "0")}:${String(size % 60).padStart(2, "0")}`;
}

export interface ClockChange {
  /** The first fire after the change. */
  index: number;
  minutes: number;
}

/** Between which of the fires a clock change of the zone lies. */
export function clockChanges(fires: number[], zone: string, from: number): ClockChange[] {
  const changes: ClockChange[] = [];
  let before = offsetMinutes(from, zone);
  fires.forEach((at, index) => {
    const now = offsetMinutes(at, zone);
    if (now !== before) changes.push({ index, minutes: now - before });
    before = now;
  });
  return changes;
}

/** `12 ms`, `1.3 s`, `2 min 5 s`, `3 h 4 min`, `2 d 3 h`. */
export function duration(ms: number): string {
  if (!Number.isFinite(ms)) return "unknown";
  if (ms < 0) return `−${duration(-ms)}`;
  if (ms < SECOND) return `${Math.round(ms)} ms`;
  if (ms < 10 * SECOND) return `${(Math.floor(ms / 100) / 10).toFixed(1)} s`;
  if (ms < MINUTE) return `${Math.floor(ms / SECOND)} s`;
  if (ms < HOUR) return two(ms, MINUTE, "min", SECOND, "s");
  if (ms < DAY) return two(ms, HOUR, "h", MINUTE, "min");
  return two(ms, DAY, "d", HOUR, "h");
}

function two(ms: number, big: number, bigName: string, small: number, smallName: string): string {
  const rest = Math.floor((ms % big) / small);
  return `${Math.floor(ms / big)} ${bigName}${rest > 0 ? ` ${rest} ${smallName}` : ""}`;
}

/** `in 4 min`, `2 s ago`, `now`. */
export function relative(at: number, now: number): string {
  const away = at - now;
  if (Math.abs(away) < SECOND) return "now";
  const text = duration(Math.floor(Math.abs(away) / SECOND) * SECOND).replace(".0 s", " s");
  // A past time is rounded to its largest unit; a future one is counted down.
  return away > 0 ? `in ${text}` : `${/^\d+ \w+/.exec(text)?.[0] ?? text} ago`;
}

const UNITS: Record<string, number> = { ms: 1, s: SECOND, m: MINUTE, h: HOUR, d: DAY };

/** `1m30s` in milliseconds; null if the text is not a duration. */
export function parseDuration(text: string): number | null {
  const parts = /^(?:\d+(?:ms|[smhd]))+$/.test(text) ? text.matchAll(/(\d+)(ms|[smhd])/g) : null;
  if (!parts) return null;
  let sum = 0;
  for (const [, count, unit] of parts) sum += Number(count) * (UNITS[unit ?? ""] ?? 0);
  return sum;
}

/** An instant in milliseconds; null if there is none. */
export function instant(text: string | null | undefined): number | null {
  if (!text) return null;
  const at = Date.parse(text);
  return Number.isNaN(at) ? null : at;
}
