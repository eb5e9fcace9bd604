import { useRef } from "preact/hooks";
import type { Run } from "../api/types.ts";
import { runAt } from "../core/route.ts";
import { duration, instant, shortTime, zoneFor } from "../core/time.ts";
import { Link } from "./navigation.tsx";
import { now, zoneMode } from "./settings.ts";
import { lookOf } from "./state.tsx";

/** One bar per outcome, newest on the right; the arrow keys move between them. */
export function Strip({ runs }: { runs: readonly Run[] }) {
  const list = useRef<HTMLUListElement>(null);
  const longest = Math.max(1, ...runs.map((run) => run.tookMs ?? 0));
  const walk = (event: KeyboardEvent) => {
    const step = event.key === "ArrowLeft" ? 1 : event.key === "ArrowRight" ? -1 : 0;
    if (step === 0 || !list.current) return;
    event.preventDefault();
    const links = [...list.current.querySelectorAll("a")];
    const at = links.indexOf(document.activeElement as HTMLAnchorElement);
    links[Math.max(0, Math.min(links.length - 1, at + step))]?.focus();
  };
  return (
    <ul class="strip" ref={list} onKeyDown={walk} aria-label="The last outcomes, newest first">
      {runs.map((run, index) => {
        const { tone, word } = lookOf(run.state);
        const share = Math.log1p(run.tookMs ?? 0) / Math.log1p(longest);
        const when = shortTime(instant(run.ended) ?? 0, now.peek(), zoneFor(zoneMode.value));
        const text = `${run.name ?? run.taskId}: ${word.toLowerCase()}${run.tookMs === undefined ? "" : ` after ${duration(run.tookMs)}`}, ${when}`;
        return (
          <li key={run.key}>
            <Link
              to={runAt(run.key)}
              class={tone}
              tabIndex={index === 0 ? 0 : -1}
              title={text}
              aria-label={text}
            >
              <span class="strip-bar" style={{ height: `${Math.round(18 + share * 82)}%` }} />
            </Link>
          </li>
        );
      })}
    </ul>
  );
}
