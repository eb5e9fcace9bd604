import { lookOf } from "./state.tsx";

export interface SparkRun {
  key: string;
  state: string;
  ms: number | null;
}

const WIDTH = 5;
const GAP = 2;
const HEIGHT = 22;

/** The last runs, oldest first: height shows duration, colour outcome; a failure also reaches below the line. */
export function Spark({ runs, room = 20 }: { runs: readonly SparkRun[]; room?: number }) {
  if (runs.length === 0) return <span class="none">no runs yet</span>;
  const seen = runs.slice(-room);
  const longest = Math.max(1, ...seen.map((run) => run.ms ?? 0));
  const bad = seen.filter((run) => lookOf(run.state).tone === "bad").length;
  const offset = (room - seen.length) * (WIDTH + GAP);
  return (
    <svg
      class="spark"
      width={room * (WIDTH + GAP)}
      height={HEIGHT}
      role="img"
      aria-label={`the last ${seen.length} runs, ${bad === 0 ? "none failed" : `${bad} failed`}`}
    >
      {seen.map((run, index) => {
        const { tone } = lookOf(run.state);
        const share = Math.log1p(run.ms ?? 0) / Math.log1p(longest);
        const height = 4 + share * (HEIGHT - 7);
        const y = tone === "bad" ? HEIGHT - height : HEIGHT - 3 - height;
        return (
          <rect
            key={run.key}
            class={`bar ${tone}`}
            x={offset + index * (WIDTH + GAP)}
            y={y}
            width={WIDTH}
            height={height}
            rx={1.5}
          />
        );
      })}
    </svg>
  );
}
