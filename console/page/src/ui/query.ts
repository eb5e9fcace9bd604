import { type Signal, signal } from "@preact/signals";
import { useEffect, useMemo } from "preact/hooks";
import { type Subject, watchChanges } from "../live/stream.ts";

export interface Query<T> {
  data: Signal<T | null>;
  problem: Signal<Error | null>;
  loading: Signal<boolean>;
  reload: () => void;
}

/** Least time between two loads. */
const LEAST_MS = 1_000;

/**
 * The data of a view, loaded again when the stream reports a change.
 *
 * @param key what `load` depends on; another key drops the old data, null loads nothing
 * @param subjects kinds of changes that make it stale
 * @param concerns which ids matter; all if absent
 */
export function useQuery<T>(
  key: string | null,
  load: (abort: AbortSignal) => Promise<T>,
  subjects: readonly Subject[],
  leastMs = LEAST_MS,
  concerns?: (id: string) => boolean,
): Query<T> {
  const query = useMemo(() => new Loading<T>(leastMs), [key]);
  query.load = load;
  useEffect(() => {
    if (key === null) return;
    query.reload();
    const stop = watchChanges(subjects, () => query.reload(), concerns);
    return () => {
      stop();
      query.stop();
    };
  }, [query]);
  return query;
}

class Loading<T> implements Query<T> {
  readonly data = signal<T | null>(null);
  readonly problem = signal<Error | null>(null);
  readonly loading = signal(false);
  load: (abort: AbortSignal) => Promise<T> = () => Promise.reject(new Error("nothing to load"));
  private abort: AbortController | null = null;
  private timer: ReturnType<typeof setTimeout> | undefined;
  private last = Number.NEGATIVE_INFINITY;
  private again = false;
  private readonly leastMs: number;

  constructor(leastMs: number) {
    this.leastMs = leastMs;
  }

  /** Calls at the same time share one load; calls during a load cause one more. */
  reload = (): void => {
    if (this.loading.value) {
      this.again = true;
      return;
    }
    if (this.timer !== undefined) return;
    const wait = Math.max(0, this.last + this.leastMs - performance.now());
    if (wait > 0) this.timer = setTimeout(() => void this.run(), wait);
    else void this.run();
  };

  stop(): void {
    clearTimeout(this.timer);
    this.timer = undefined;
    this.again = false;
    this.abort?.abort();
    this.loading.value = false;
  }

  private async run(): Promise<void> {
    this.timer = undefined;
    const abort = new AbortController();
    this.abort = abort;
    this.loading.value = true;
    this.last = performance.now();
    try {
      const data = await this.load(abort.signal);
      if (abort.signal.aborted) return;
      this.data.value = data;
      this.problem.value = null;
    } catch (problem) {
      if (abort.signal.aborted) return;
      this.problem.value = problem instanceof Error ? problem : new Error(String(problem));
    }
    this.loading.value = false;
    if (this.again) {
      this.again = false;
      this.reload();
    }
  }
}
