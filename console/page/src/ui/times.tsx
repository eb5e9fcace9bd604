import { duration, fullTime, relative, shortTime, zoneFor } from "../core/time.ts";
import { now, zoneMode } from "./settings.ts";

interface TimeProps {
  at: number | null | undefined;
  /** The zone of the schedule that it belongs to. */
  zone?: string | null;
}

/** An instant in the chosen zone, with its full form as the title. */
export function Time({ at, zone }: TimeProps) {
  if (at === null || at === undefined) return <span class="none">–</span>;
  const shown = zoneFor(zoneMode.value, zone);
  return (
    <time class="time" dateTime={new Date(at).toISOString()} title={fullTime(at, shown)}>
      {shortTime(at, now.value, shown)}
    </time>
  );
}

export function Ago({ at, zone }: TimeProps) {
  if (at === null || at === undefined) return <span class="none">–</span>;
  return (
    <time
      class="ago"
      dateTime={new Date(at).toISOString()}
      title={fullTime(at, zoneFor(zoneMode.value, zone))}
    >
      {relative(at, now.value)}
    </time>
  );
}

export function Took({ from, to }: { from: number | null; to: number | null }) {
  if (from === null) return <span class="none">–</span>;
  return <span class="took">{duration(Math.max(0, (to ?? now.value) - from))}</span>;
}
