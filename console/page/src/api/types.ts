/** What the console answers, as /v1/openapi.yaml describes it. */
export type RunState =
  | "PENDING"
  | "QUEUED"
  | "RUNNING"
  | "RETRYING"
  | "SUCCEEDED"
  | "FAILED"
  | "CANCELLED"
  | "EXPIRED"
  | "SKIPPED";

export const OPEN_STATES: readonly RunState[] = ["PENDING", "QUEUED", "RUNNING", "RETRYING"];
export const ENDED_STATES: readonly RunState[] = ["SUCCEEDED", "FAILED", "CANCELLED", "EXPIRED", "SKIPPED"];
export const isOpen = (state: RunState) => OPEN_STATES.includes(state);

export interface Items<T> {
  items: T[];
  next?: string;
}

export interface Freshness {
  newest?: string;
  behind?: number;
  caughtUp: boolean;
  kafkaGone?: string;
}

export interface Health {
  well: boolean;
  checking: boolean;
  at: string;
  version: string;
  history: Freshness;
  needs: number;
}

export interface Needs {
  /** Whether a recent status is missing: then an empty list does not mean that all is well. */
  checking: boolean;
  items: Need[];
}

export interface Need {
  code: string;
  words: string;
  next: string;
  path?: string;
}

export interface Counts {
  succeeded: number;
  failed: number;
  cancelled: number;
  expired: number;
  skipped: number;
}

export interface Spread {
  count: number;
  p50Ms?: number;
  p95Ms?: number;
  p99Ms?: number;
}

export interface Stats {
  since: string;
  until: string;
  ended: Counts;
  attempts: number;
  perSecond: number;
  successRate?: number;
  took: Spread;
  lateness: Spread;
  slots: { start: string; ended: Counts }[];
  open: {
    pending: number;
    queued: number;
    running: number;
    retrying: number;
    overdue: number;
  };
}

export interface Worker {
  workerId: string;
  incarnation: string;
  name?: string;
  host?: string;
  version?: string;
  state: "idle" | "busy" | "draining" | "gone";
  capacity: number;
  running: number;
  held: number;
  weight?: number;
  cpu?: number;
  memory?: number;
  networkBytes?: number;
  queues: string[];
  types: string[];
  partitions: string[];
  startedAt: string;
  heardAt: string;
  silenceMs: number;
}

export interface RunMark {
  key: string;
  state: RunState;
  at: string;
  tookMs?: number;
  attempts: number;
}

export interface Fire {
  at: string;
  /** When it fires, if its jitter delays it. */
  due?: string;
  local: string;
  mark?: { kind: "GAP" | "FOLD_FIRST" | "FOLD_SECOND"; words: string };
}

/** Whether a schedule will fire, and if not, why. */
export interface Prospect {
  code: string;
  words: string;
  step?: string;
}

export interface Fires {
  zone: string;
  words?: string;
  items: Fire[];
  prospect?: Prospect;
}

/** A schedule in the form of the wire contract; unknown fields are kept. */
export type Definition = { taskId?: string; [field: string]: unknown };

export interface ScheduleSummary {
  taskId: string;
  standing: "ACTIVE" | "PAUSED" | "COMPLETE" | "BROKEN";
  prospect?: Prospect;
  problem?: string;
  pausedReason?: string;
  name?: string;
  description?: string;
  owner?: string;
  words?: string;
  type?: string;
  queue?: string;
  priority?: string;
  zone?: string;
  labels?: Record<string, string>;
  version: number;
  appended: string;
  inForce?: boolean;
  nextFire?: Fire;
  runs: RunMark[];
}

/** A running backfill; each decided instant became an execution or was left out by the calendar. */
export interface Backfill {
  from: string;
  to: string;
  maxRunning: number;
  next: string;
  planned: number;
  made: number;
  leftOut: number;
  remaining: number;
  /** Keys of executions that have no outcome yet. */
  open: string[];
}

export interface BackfillAsked {
  taskId: string;
  backfill?: Backfill;
}

export interface ScheduleDetail extends ScheduleSummary {
  definition?: Definition;
}

export interface ScheduleWritten {
  taskId: string;
  version?: number;
  definition: Definition;
  words?: string;
  nextFire?: Fire;
  seen: boolean;
  inForce?: boolean;
  problem?: string;
}

export interface Upcoming {
  taskId: string;
  name?: string;
  type?: string;
  zone?: string;
  fire: Fire;
}

export interface DurationSeries {
  ended: number;
  p50Ms?: number;
  p95Ms?: number;
  p99Ms?: number;
  longestMs?: number;
  runs: RunMark[];
}

export interface DayTally {
  day: string;
  succeeded: number;
  failed: number;
  other: number;
  skipped: number;
  open: number;
}

export interface Run {
  key: string;
  taskId: string;
  execTime: string;
  state: RunState;
  name?: string;
  type?: string;
  queue?: string;
  priority?: string;
  origin?: string;
  attempts: number;
  code?: string;
  message?: string;
  worker?: string;
  firstHeard: string;
  due?: string;
  started?: string;
  ended?: string;
  tookMs?: number;
  nextAttempt?: string;
  replayOf?: string;
  skipped?: { reason: string; first: string; last: string; count: number };
}

export interface Attempt {
  number: number;
  status?: string;
  code?: string;
  message?: string;
  error?: string;
  worker?: string;
  queued?: string;
  started?: string;
  finished?: string;
  said?: string;
}

export interface RunDetail extends Run {
  attemptList: Attempt[];
  task?: { payload?: unknown; [field: string]: unknown };
  data?: unknown;
  cancelAsked?: string;
  logLines: number;
  cli?: string;
}

export interface ErrorGroup {
  id: string;
  code?: string;
  message?: string;
  runs: number;
  first: string;
  last: string;
  lastRun: string;
}

export interface LogLine {
  number: number;
  attempt: number;
  at: string;
  text: string;
}

export interface Log {
  items: LogLine[];
  next: number;
  ended: boolean;
}

export interface RawRecord {
  topic: string;
  partition: number;
  offset: number;
  appended: string;
  key?: string;
  headers: Record<string, string>;
  bytes?: number;
  value?: unknown;
  text?: string;
  gone?: boolean;
}

export interface DeadLetter {
  position: string;
  appended: string;
  key: string;
  cause: string;
  message: string;
  origin?: { topic: string; partition: number; offset: number; appended?: string };
  standing: "OPEN" | "REPLAYED" | "DROPPED";
  replayedAs?: string;
}

export interface DeadLetterDetail extends DeadLetter {
  record?: RawRecord;
  replayable?: boolean;
  whyNot?: string;
}

export interface Asked {
  key: string;
  repeated?: boolean;
  seen: boolean;
}

export interface CronWarning {
  kind: string;
  message: string;
  instead?: string;
}

export interface Explained extends Omit<Fires, "items"> {
  expression: string;
  normalForm: string;
  fires: Fire[];
  warnings: CronWarning[];
}

export interface ProblemAnswer {
  status: number;
  title?: string;
  detail?: string;
  code?: string;
  field?: string;
  value?: string;
  limit?: string;
  fix?: string;
}
