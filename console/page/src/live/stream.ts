import { computed, signal } from "@preact/signals";
import type { Freshness } from "../api/types.ts";

/** What a change can be about: the kinds of the stream. */
export type Subject = "run" | "log" | "schedule" | "worker" | "dead-letter";

export interface Change {
  kind: Subject;
  id: string;
}

type Condition = "connecting" | "live" | "lost";

const condition = signal<Condition>("connecting");
const paused = signal(false);
/** When the server last sent something, by the browser's clock. */
const lastContactAt = signal(Date.now());
/** How fresh the console's history is. */
const freshness = signal<Freshness | null>(null);
/** Changes that came while paused. */
const waiting = signal(0);

interface Watcher {
  subjects: readonly Subject[];
  /** Which ids matter; all if absent. */
  concerns?: ((id: string) => boolean) | undefined;
  changed: () => void;
}

const watchers = new Set<Watcher>();
let source: EventSource | null = null;

/** State of the stream of changes, which all views share. */
export const live = {
  lastContactAt,
  freshness,
  waiting,
  state: computed(() => (paused.value ? "paused" : condition.value)),
  toggle(): void {
    paused.value = !paused.value;
    if (!paused.value && waiting.value > 0) {
      waiting.value = 0;
      notify(null);
    }
  },
};

export function watchChanges(
  subjects: readonly Subject[],
  changed: () => void,
  concerns?: (id: string) => boolean,
): () => void {
  const watcher = { subjects, changed, concerns };
  watchers.add(watcher);
  return () => watchers.delete(watcher);
}

/** Reloads all views after this page has changed something. */
export function changedHere(): void {
  notify(null);
}

/** Without an event for this long the connection counts as lost, even if the browser keeps it open. */
const SILENCE_MS = 25_000;
const RETRY_MS = 2_000;

export function startStream(address: string): void {
  open(address);
  setInterval(() => {
    if (source !== null && condition.value === "live" && Date.now() - lastContactAt.value > SILENCE_MS)
      reopen(address);
  }, RETRY_MS);
  // A browser opens six connections to a host at most, for all its tabs and cached pages: a hidden page must not hold
  // one, or the seventh page would never load.
  const visibilityChanged = () => {
    const visible = document.visibilityState === "visible";
    if (visible && source === null) reopen(address);
    else if (!visible) close();
  };
  document.addEventListener("visibilitychange", visibilityChanged);
  addEventListener("pagehide", close);
  addEventListener("pageshow", visibilityChanged);
}

function close(): void {
  source?.close();
  source = null;
}

function open(address: string): void {
  const opened = new EventSource(address);
  source = opened;
  opened.onopen = () => {
    recordContact();
    // Changes between two connections are not repeated, so everything on the screen is loaded again.
    if (condition.value === "lost" && !paused.value) notify(null);
    condition.value = "live";
  };
  opened.onerror = () => {
    condition.value = "lost";
    if (opened.readyState !== EventSource.CLOSED) return;
    setTimeout(() => {
      if (source === opened) open(address);
    }, RETRY_MS);
  };
  opened.addEventListener("freshness", (event) => {
    recordContact();
    freshness.value = JSON.parse(event.data) as Freshness;
  });
  opened.addEventListener("changes", (event) => {
    recordContact();
    arrived((JSON.parse(event.data) as { items: Change[] }).items);
  });
  opened.addEventListener("lost", () => {
    recordContact();
    if (!paused.value) notify(null);
  });
}

function reopen(address: string): void {
  close();
  condition.value = "lost";
  open(address);
}

function recordContact(): void {
  lastContactAt.value = Date.now();
}

function arrived(changes: readonly Change[]): void {
  if (paused.value) waiting.value += changes.length;
  else notify(changes);
}

/** Notifies the watchers of the changes, or all watchers if it is unknown what changed. */
function notify(changes: readonly Change[] | null): void {
  for (const watcher of [...watchers]) {
    const concerned = (change: Change) =>
      watcher.subjects.includes(change.kind) &&
      (watcher.concerns === undefined || watcher.concerns(change.id));
    if (changes === null || changes.some(concerned)) watcher.changed();
  }
}
