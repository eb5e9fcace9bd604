import { instant, relative } from "../core/time.ts";
import { count } from "../core/words.ts";
import { live } from "../live/stream.ts";
import { Icon } from "./icon.tsx";
import { now } from "./settings.ts";

/** Shows how fresh the data on the page is. */
export function FreshnessLine() {
  const state = live.state.value;
  const { tone, words } = sentence(state);
  return (
    <div class={`freshness ${tone}`}>
      <span class="pip" />
      <span class="freshness-words" role="status">
        {words}
      </span>
      <button
        type="button"
        class="ghost square"
        aria-pressed={state === "paused"}
        aria-label={state === "paused" ? "Resume updates" : "Pause updates"}
        title={state === "paused" ? "Resume (p)" : "Pause (p)"}
        onClick={() => live.toggle()}
      >
        <Icon name={state === "paused" ? "play" : "pause"} size={14} />
      </button>
    </div>
  );
}

function sentence(state: string): { tone: string; words: string } {
  if (state === "paused") {
    const waiting = live.waiting.value;
    return { tone: "warn", words: waiting > 0 ? `Paused · ${count(waiting, "change")}` : "Paused" };
  }
  if (state === "lost")
    return { tone: "bad", words: `Connection lost · ${relative(live.lastContactAt.value, now.value)}` };
  if (state === "connecting") return { tone: "idle", words: "Connecting" };
  const history = live.freshness.value;
  const gone = instant(history?.kafkaGone);
  if (gone !== null) return { tone: "bad", words: `Kafka unreachable · since ${relative(gone, now.value)}` };
  if (history && !history.caughtUp) return { tone: "warn", words: "Catching up" };
  const behind = history?.behind ?? 0;
  return behind > 1_000
    ? { tone: "warn", words: `${count(behind, "record")} behind` }
    : { tone: "good", words: "Live" };
}
