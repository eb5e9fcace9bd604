import type { Counts, Stats } from "../api/types.ts";
import { instant, shortTime, zoneFor } from "../core/time.ts";
import { now, zoneMode } from "./settings.ts";

const WIDTH = 600;
const HEIGHT = 90;
const PARTS: readonly (readonly [keyof Counts, string])[] = [
  ["succeeded", "good"],
  ["failed", "bad"],
  ["expired", "warn"],
  ["cancelled", "idle"],
];

/** Executions that ended in each minute, stacked by outcome. */
export function Hour({ stats }: { stats: Stats }) {
  const totals = stats.slots.map(({ ended }) => PARTS.reduce((sum, [part]) => sum + ended[part], 0));
  const most = Math.max(1, ...totals);
  const step = WIDTH / Math.max(1, stats.slots.length);
  const zone = zoneFor(zoneMode.value);
  const time = (text: string) => shortTime(instant(text) ?? 0, now.peek(), zone).slice(-8, -3);
  return (
    <div class="hour">
      <svg
        viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
        preserveAspectRatio="none"
        role="img"
        aria-label={words(stats.ended)}
      >
        {stats.slots.map(({ start, ended }, index) => {
          let top = HEIGHT;
          return (
            <g key={start}>
              <title>{`${time(start)}: ${words(ended)}`}</title>
              <rect class="hour-room" x={index * step} y={0} width={step} height={HEIGHT} />
              {PARTS.map(([part, tone]) => {
                const height = (ended[part] / most) * (HEIGHT - 2);
                top -= height;
                return height > 0 ? (
                  <rect
                    key={part}
                    class={`bar ${tone}`}
                    x={index * step + 1}
                    y={top}
                    width={Math.max(1, step - 2)}
                    height={height}
                  />
                ) : null;
              })}
            </g>
          );
        })}
      </svg>
      <div class="hour-foot quiet">
        <span>{time(stats.since)}</span>
        <span>at most {most.toLocaleString("en-GB")} a minute</span>
        <span>{time(stats.until)}</span>
      </div>
    </div>
  );
}

function words(ended: Counts): string {
  const parts = PARTS.filter(([part]) => ended[part] > 0).map(
    ([part]) => `${ended[part].toLocaleString("en-GB")} ${part}`,
  );
  return parts.length === 0 ? "nothing ended" : parts.join(", ");
}
