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
/** When the server was last heard, by the browser's clock. */
const heardAt = signal(Date.now());
/** What the console says of its own copy of the topics. */
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

/** The one stream of changes that the whole page lives from, and how fresh it is. */
export const live = {
  heardAt,
  freshness,
  waiting,
  state: computed(() => (paused.value ? "paused" : condition.value)),
  toggle(): void {
    paused.value = !paused.value;
    if (!paused.value && waiting.value > 0) {
      waiting.value = 0;
      tell(null);
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

/** After this page itself has changed something. */
export function changedHere(): void {
  tell(null);
}

/** Without a sign of the server for this long the connection counts as lost, whatever the browser believes. */
const SILENCE_MS = 25_000;
const RETRY_MS = 2_000;

export function startStream(address: string): void {
  open(address);
  setInterval(() => {
    if (source !== null && condition.value === "live" && Date.now() - heardAt.value > SILENCE_MS)
      reopen(address);
  }, RETRY_MS);
  // A browser keeps six connections to a host, for all its tabs and for pages that it keeps to go back to: one that
  // nobody sees must not hold any, or the seventh page would wait for ever.
  const seen = () => {
    const visible = document.visibilityState === "visible";
    if (visible && source === null) reopen(address);
    else if (!visible) close();
  };
  document.addEventListener("visibilitychange", seen);
  addEventListener("pagehide", close);
  addEventListener("pageshow", seen);
}

function close(): void {
  source?.close();
  source = null;
}

function open(address: string): void {
  const opened = new EventSource(address);
  source = opened;
  opened.onopen = () => {
    heard();
    // What happened between two connections is not repeated: everything on the screen is asked for again.
    if (condition.value === "lost" && !paused.value) tell(null);
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
    heard();
    freshness.value = JSON.parse(event.data) as Freshness;
  });
  opened.addEventListener("changes", (event) => {
    heard();
    arrived((JSON.parse(event.data) as { items: Change[] }).items);
  });
  opened.addEventListener("lost", () => {
    heard();
    if (!paused.value) tell(null);
  });
}

function reopen(address: string): void {
  close();
  condition.value = "lost";
  open(address);
}

function heard(): void {
  heardAt.value = Date.now();
}

function arrived(changes: readonly Change[]): void {
  if (paused.value) waiting.value += changes.length;
  else tell(changes);
}

/** Whatever anybody watches may have changed where nothing more exact is known. */
function tell(changes: readonly Change[] | null): void {
  for (const watcher of [...watchers]) {
    const concerned = (change: Change) =>
      watcher.subjects.includes(change.kind) &&
      (watcher.concerns === undefined || watcher.concerns(change.id));
    if (changes === null || changes.some(concerned)) watcher.changed();
  }
}
