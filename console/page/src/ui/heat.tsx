import { type Day, yearOfDays } from "../core/heat.ts";
import { count } from "../core/words.ts";

const CELL = 11;
const STEP = 14;
const LEFT = 28;
const TOP = 18;
const MONTHS = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"];

/** A year of days, one square each. */
export function Heat({ days, today }: { days: readonly Day[]; today: string }) {
  const cells = yearOfDays(days, today);
  const columns = Math.max(...cells.map((cell) => cell.column)) + 1;
  const firsts = cells.filter((cell) => cell.day.endsWith("-01"));
  const ran = days.reduce((sum, day) => sum + day.ok + day.failed, 0);
  const failed = days.reduce((sum, day) => sum + day.failed, 0);
  const words = `${count(ran, "run")} in the last year, ${failed === 0 ? "none failed" : `${failed} failed`}`;
  return (
    <div class="heat" tabIndex={0} role="region" aria-label="Year of runs">
      <svg width={LEFT + columns * STEP} height={TOP + 7 * STEP} role="img" aria-label={words}>
        {["Mon", "Wed", "Fri"].map((name, index) => (
          <text key={name} x={0} y={TOP + index * 2 * STEP + 9}>
            {name}
          </text>
        ))}
        {firsts.map((cell) => (
          <text key={cell.day} x={LEFT + cell.column * STEP} y={11}>
            {MONTHS[Number(cell.day.slice(5, 7)) - 1]}
          </text>
        ))}
        {cells.map((cell) => (
          <rect
            key={cell.day}
            class={`heat${cell.level}`}
            x={LEFT + cell.column * STEP}
            y={TOP + cell.row * STEP}
            width={CELL}
            height={CELL}
            rx={2.5}
          >
            <title>
              {cell.day}:{" "}
              {cell.ok + cell.failed === 0 ? "no runs" : `${cell.ok} did not fail, ${cell.failed} failed`}
            </title>
          </rect>
        ))}
      </svg>
    </div>
  );
}
