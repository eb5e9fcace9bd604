/** A year of runs, day by day. */
export interface Day {
  /** `2026-11-18` */
  day: string;
  ok: number;
  failed: number;
}

export interface HeatCell extends Day {
  column: number;
  row: number;
  /** 0 nothing, 1–4 how much; negative: −1 to −3 by the share of failures. */
  level: number;
}

const DAY_MS = 86_400_000;

/** The last year as weeks of seven rows, Monday first, ending with the week of `today`. */
export function yearOfDays(days: readonly Day[], today: string, weeks = 53): HeatCell[] {
  const known = new Map(days.map((day) => [day.day, day]));
  const most = Math.max(1, ...days.map((day) => day.ok + day.failed));
  const end = Date.parse(`${today}T00:00:00Z`);
  const weekday = (new Date(end).getUTCDay() + 6) % 7;
  const start = end - (weekday + (weeks - 1) * 7) * DAY_MS;
  const cells: HeatCell[] = [];
  for (let at = start, n = 0; at <= end; at += DAY_MS, n++) {
    const day = new Date(at).toISOString().slice(0, 10);
    const { ok, failed } = known.get(day) ?? { ok: 0, failed: 0 };
    cells.push({
      day,
      ok,
      failed,
      column: Math.floor(n / 7),
      row: n % 7,
      level: heatLevel(ok, failed, most),
    });
  }
  return cells;
}

function heatLevel(ok: number, failed: number, most: number): number {
  const all = ok + failed;
  if (all === 0) return 0;
  if (failed > 0) return failed / all > 0.5 ? -3 : failed / all > 0.1 ? -2 : -1;
  return Math.max(1, Math.ceil((4 * Math.log1p(all)) / Math.log1p(most)));
}
