import { type Signal, signal } from "@preact/signals";
import { useEffect, useMemo } from "preact/hooks";
import type { Items } from "../api/types.ts";
import { mergeRows } from "../core/rows.ts";
import { type Subject, watchChanges } from "../live/stream.ts";

export interface LiveList<T> {
  rows: Signal<readonly T[] | null>;
  /** Number of new rows that are not shown yet. */
  fresh: Signal<number>;
  problem: Signal<Error | null>;
  loadingMore: Signal<boolean>;
  hasMore: Signal<boolean>;
  more: () => void;
  showNew: () => void;
  reload: () => void;
}

interface Source<T> {
  /** Identifies the list; with another name it is loaded from the start. */
  name: string;
  page: (cursor: string | null, abort: AbortSignal) => Promise<Items<T>>;
  key: (row: T) => string;
  subjects: readonly Subject[];
  /** Which rows beyond the newest page may still change, and how to load one. */
  again?: { may: (row: T) => boolean; one: (row: T, abort: AbortSignal) => Promise<T> };
}

const LEAST_MS = 1_000;
/** Most old rows that are loaded again with each update. */
const AGAIN = 10;
/** Most rows to scroll through; beyond it a filter helps more. */
const MAX_ROWS = 50_000;

/** A list that grows by pages at its end and by new rows at its start. */
export function useList<T>(source: Source<T>): LiveList<T> {
  const list = useMemo(() => new Growing<T>(source), [source.name]);
  useEffect(() => {
    list.reload();
    const stop = watchChanges(source.subjects, () => list.look());
    return () => {
      stop();
      list.stop();
    };
  }, [list]);
  return list;
}

/** Whether the pointer or the focus is in a list: then its rows must not move. */
function isInUse(): boolean {
  return document.querySelector(".row-body:hover, .row-body:focus-within") !== null || scrollY > 60;
}

class Growing<T> implements LiveList<T> {
  readonly rows = signal<readonly T[] | null>(null);
  readonly fresh = signal(0);
  readonly problem = signal<Error | null>(null);
  readonly loadingMore = signal(false);
  readonly hasMore = signal(false);
  private readonly source: Source<T>;
  private cursor: string | null = null;
  private newest: readonly T[] = [];
  private abort = new AbortController();
  private busy = false;
  private again = false;
  private timer: ReturnType<typeof setTimeout> | undefined;
  private last = 0;

  constructor(source: Source<T>) {
    this.source = source;
  }

  stop(): void {
    clearTimeout(this.timer);
    this.timer = undefined;
    this.abort.abort();
    this.abort = new AbortController();
    this.busy = false;
  }

  reload = (): void => {
    this.stop();
    this.again = false;
    const { signal: aborted } = this.abort;
    this.busy = true;
    this.source
      .page(null, aborted)
      .then((page) => this.begin(page))
      .catch((problem) => this.failed(problem, aborted))
      .finally(() => this.done(aborted));
  };

  /** Loads the newest page, at most once a second. */
  look(): void {
    if (this.busy) {
      this.again = true;
      return;
    }
    if (this.timer !== undefined) return;
    this.timer = setTimeout(() => void this.lookNow(), Math.max(0, this.last + LEAST_MS - performance.now()));
  }

  more = (): void => {
    if (this.loadingMore.value || this.cursor === null || !this.hasMore.value) return;
    const { signal: aborted } = this.abort;
    this.loadingMore.value = true;
    this.source
      .page(this.cursor, aborted)
      .then((page) => {
        const known = new Set((this.rows.value ?? []).map(this.source.key));
        this.rows.value = [
          ...(this.rows.value ?? []),
          ...page.items.filter((row) => !known.has(this.source.key(row))),
        ];
        this.next(page.next);
      })
      .catch((problem) => this.failed(problem, aborted))
      .finally(() => {
        this.loadingMore.value = false;
      });
  };

  showNew = (): void => {
    const shown = this.rows.value ?? [];
    const { key } = this.source;
    const known = new Set(shown.map(key));
    // More rows are new than one page holds, so the list is loaded from the start to have those in between.
    if (!this.newest.some((row) => known.has(key(row)))) this.reload();
    else this.rows.value = mergeRows(shown, this.newest, key, true).shown;
    this.fresh.value = 0;
    scrollTo({ top: 0 });
  };

  private begin(page: Items<T>): void {
    this.rows.value = page.items;
    this.newest = page.items;
    this.fresh.value = 0;
    this.problem.value = null;
    this.next(page.next);
  }

  private next(cursor: string | undefined): void {
    this.cursor = cursor ?? null;
    this.hasMore.value = cursor !== undefined && (this.rows.value?.length ?? 0) < MAX_ROWS;
  }

  private async lookNow(): Promise<void> {
    this.timer = undefined;
    const { signal: aborted } = this.abort;
    const { page, key } = this.source;
    this.busy = true;
    this.last = performance.now();
    try {
      const found = await page(null, aborted);
      const old = await this.oldOnes(new Set(found.items.map(key)), aborted);
      if (aborted.aborted) return;
      const shown = (this.rows.value ?? []).map((row) => old.get(key(row)) ?? row);
      this.newest = found.items;
      const known = new Set(shown.map(key));
      const joined = shown.length === 0 || found.items.some((row) => known.has(key(row)));
      const merged = mergeRows(shown, found.items, key, joined && !isInUse());
      if (shown.length === 0) this.next(found.next);
      this.rows.value = merged.shown;
      this.fresh.value = merged.fresh.length;
      this.problem.value = null;
    } catch (problem) {
      this.failed(problem, aborted);
    } finally {
      this.done(aborted);
    }
  }

  private async oldOnes(onPage: Set<string>, abort: AbortSignal): Promise<Map<string, T>> {
    const { again, key } = this.source;
    if (!again) return new Map();
    const rows = (this.rows.value ?? [])
      .filter((row) => again.may(row) && !onPage.has(key(row)))
      .slice(0, AGAIN);
    // A row that can't be loaded keeps the state that is shown.
    const answers = await Promise.all(rows.map((row) => again.one(row, abort).catch(() => row)));
    return new Map(answers.map((row) => [key(row), row]));
  }

  private failed(problem: unknown, aborted: AbortSignal): void {
    if (!aborted.aborted)
      this.problem.value = problem instanceof Error ? problem : new Error(String(problem));
  }

  private done(aborted: AbortSignal): void {
    if (aborted.aborted) return;
    this.busy = false;
    if (this.again) {
      this.again = false;
      this.look();
    }
  }
}
