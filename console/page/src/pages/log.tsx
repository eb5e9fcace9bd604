import { useComputed, useSignal } from "@preact/signals";
import { useEffect, useRef } from "preact/hooks";
import { api } from "../api/calls.ts";
import type { LogLine } from "../api/types.ts";
import { instant, local, zoneFor } from "../core/time.ts";
import { watchChanges } from "../live/stream.ts";
import { Empty } from "../ui/parts.tsx";
import { zoneMode } from "../ui/settings.ts";

/** Most lines on the screen, as a run may write a megabyte. */
const MAX_LINES = 5_000;

/** Shows the lines as they are written; it follows the end while it is scrolled there. */
export function LogTail({ runKey, open, lines: known }: { runKey: string; open: boolean; lines: number }) {
  const lines = useSignal<readonly LogLine[]>([]);
  const problem = useSignal("");
  const box = useRef<HTMLDivElement>(null);
  const follows = useRef(true);
  const next = useRef(0);
  const several = useComputed(() => new Set(lines.value.map((line) => line.attempt)).size > 1);

  useEffect(() => {
    const abort = new AbortController();
    let busy = false;
    let again = false;
    const look = async (): Promise<void> => {
      if (busy) {
        again = true;
        return;
      }
      busy = true;
      try {
        for (let full = true; full && !abort.signal.aborted;) {
          const page = await api.log(runKey, next.current, abort.signal);
          full = page.items.length >= 1_000;
          next.current = page.next;
          if (page.items.length > 0) lines.value = [...lines.value, ...page.items].slice(-MAX_LINES);
        }
        problem.value = "";
      } catch (failure) {
        if (!abort.signal.aborted) problem.value = (failure as Error).message;
      }
      busy = false;
      if (again && !abort.signal.aborted) {
        again = false;
        void look();
      }
    };
    void look();
    const stop = watchChanges(
      ["log", "run"],
      () => void look(),
      (id) => id === runKey,
    );
    return () => {
      stop();
      abort.abort();
    };
  }, [runKey, known]);

  useEffect(() => {
    if (follows.current && box.current) box.current.scrollTop = box.current.scrollHeight;
  }, [lines.value]);

  if (problem.value && lines.value.length === 0) return <Empty title={problem.value} />;
  if (lines.value.length === 0)
    return <Empty title={open ? "It has written nothing yet." : "It wrote nothing."} />;
  const zone = zoneFor(zoneMode.value);
  return (
    <div
      class="log"
      ref={box}
      tabIndex={0}
      role="log"
      aria-label="Log"
      onScroll={(event) => {
        const { scrollHeight, scrollTop, clientHeight } = event.currentTarget;
        follows.current = scrollHeight - scrollTop - clientHeight < 24;
      }}
    >
      {lines.value.map((line) => (
        <div class="log-line" key={`${line.attempt} ${line.number}`}>
          <span class="log-at">{local(instant(line.at) ?? 0, zone).time}</span>
          {several.value && <span class="log-attempt">{line.attempt}</span>}
          <span class="log-text">{line.text || " "}</span>
        </div>
      ))}
    </div>
  );
}
