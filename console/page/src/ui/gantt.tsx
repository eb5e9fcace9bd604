import { type AttemptTimes, type Bar, gantt } from "../core/gantt.ts";
import { duration } from "../core/time.ts";
import { now } from "./settings.ts";
import { lookOf } from "./state.tsx";

/** Percent of the line for the bars; the rest is for the label after the last one. */
const ROOM = 86;

interface GanttAttempt extends AttemptTimes {
  status: string;
}

/** One line per attempt; long waits are drawn shorter and labelled with their length. */
export function Gantt({ attempts }: { attempts: readonly GanttAttempt[] }) {
  const open = attempts.some((one) => one.finished === null);
  const bars = gantt(attempts, open ? now.value : 0);
  const numbers = [...new Set(bars.map((bar) => bar.attempt))];
  return (
    <ol class="gantt" aria-label="Attempts in time">
      {numbers.map((number) => {
        const status = attempts.find((one) => one.attempt === number)?.status ?? "QUEUED";
        return (
          <li key={number}>
            <span class="gantt-name">{number}</span>
            <div class="gantt-lane">
              {bars
                .filter((bar) => bar.attempt === number)
                .map((bar) => (
                  <Piece key={bar.kind} bar={bar} status={status} />
                ))}
            </div>
          </li>
        );
      })}
    </ol>
  );
}

function Piece({ bar, status }: { bar: Bar; status: string }) {
  const { tone, word } = lookOf(status);
  const long = duration(bar.to - bar.from);
  const text = bar.kind === "wait" ? `waited ${long}` : `${word.toLowerCase()} after ${long}`;
  return (
    <span
      class={`piece ${bar.kind} ${bar.kind === "work" ? tone : ""} ${bar.folded ? "folded" : ""}`}
      style={{ left: `${bar.x * ROOM}%`, width: `${bar.width * ROOM}%` }}
      title={text}
    >
      <span class="label">{bar.kind === "wait" && !bar.folded && bar.width < 0.06 ? "" : long}</span>
    </span>
  );
}
