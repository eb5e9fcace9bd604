import { ask, part } from "./http.ts";
import type {
  Asked,
  BackfillAsked,
  DayTally,
  DeadLetter,
  DeadLetterDetail,
  Definition,
  DurationSeries,
  ErrorGroup,
  Explained,
  Fires,
  Health,
  Items,
  Log,
  Needs,
  RawRecord,
  Run,
  RunDetail,
  ScheduleDetail,
  ScheduleSummary,
  ScheduleWritten,
  Stats,
  Upcoming,
  Worker,
} from "./types.ts";

/** How long a write waits until the history shows it, so that the next read has the change. */
const WAIT = "5s";

type Filter = Record<string, string | number | null | undefined>;

export const api = {
  health: (abort?: AbortSignal) => ask<Health>("GET", "/health", { abort }),
  needs: (abort?: AbortSignal) => ask<Needs>("GET", "/needs-you", { abort }),
  stats: (back: string, slots: number, abort?: AbortSignal) =>
    ask<Stats>("GET", "/stats", { query: { back, slots }, abort }),
  workers: (abort?: AbortSignal) => ask<Items<Worker>>("GET", "/workers", { abort }),
  upcoming: (count: number, abort?: AbortSignal) =>
    ask<Items<Upcoming>>("GET", "/fires", { query: { count }, abort }),

  schedules: (filter: Filter, abort?: AbortSignal) =>
    ask<Items<ScheduleSummary>>("GET", "/schedules", { query: filter, abort }),
  schedule: (taskId: string, abort?: AbortSignal) =>
    ask<ScheduleDetail>("GET", `/schedules/${part(taskId)}`, { query: { runs: 20 }, abort }),
  putSchedule: (definition: Definition, precondition: Precondition, force = false) =>
    ask<ScheduleWritten>("PUT", `/schedules/${part(definition.taskId ?? "")}`, {
      query: { wait: WAIT, force: force || null },
      body: definition,
      headers:
        "version" in precondition ? { "If-Match": `"${precondition.version}"` } : { "If-None-Match": "*" },
    }),
  deleteSchedule: (taskId: string) => ask("DELETE", `/schedules/${part(taskId)}`, { query: { wait: WAIT } }),
  pause: (taskId: string, reason: string) => schedulePost<ScheduleWritten>(taskId, "pause", because(reason)),
  resume: (taskId: string) => schedulePost<ScheduleWritten>(taskId, "resume"),
  runNow: (taskId: string, reason: string) => schedulePost<Asked>(taskId, "run", because(reason)),
  backfill: (taskId: string, abort?: AbortSignal) =>
    ask<BackfillAsked>("GET", `/schedules/${part(taskId)}/backfill`, { abort }),
  cancelBackfill: (taskId: string, reason: string) =>
    ask<BackfillAsked>("DELETE", `/schedules/${part(taskId)}/backfill`, { body: because(reason) }),
  fires: (taskId: string, count: number, abort?: AbortSignal) =>
    ask<Fires>("GET", `/schedules/${part(taskId)}/fires`, { query: { count }, abort }),
  preview: (definition: Definition, count: number, abort?: AbortSignal) =>
    ask<Fires>("POST", "/fires", { query: { count }, body: definition, abort }),
  durations: (taskId: string, back: string, abort?: AbortSignal) =>
    ask<DurationSeries>("GET", `/schedules/${part(taskId)}/durations`, {
      query: { back, most: 1000 },
      abort,
    }),
  days: (taskId: string, zone: string, abort?: AbortSignal) =>
    ask<{ from: string; to: string; items: DayTally[] }>("GET", `/schedules/${part(taskId)}/days`, {
      query: { zone },
      abort,
    }),

  runs: (filter: Filter, abort?: AbortSignal) =>
    ask<Items<Run>>("GET", "/executions", { query: filter, abort }),
  errors: (filter: Filter, abort?: AbortSignal) =>
    ask<Items<ErrorGroup>>("GET", "/executions/errors", { query: filter, abort }),
  run: (key: string, abort?: AbortSignal) => ask<RunDetail>("GET", `/executions/${part(key)}`, { abort }),
  log: (key: string, from: number, abort?: AbortSignal) =>
    ask<Log>("GET", `/executions/${part(key)}/log`, { query: { from, limit: 1000 }, abort }),
  records: (key: string, abort?: AbortSignal) =>
    ask<Items<RawRecord>>("GET", `/executions/${part(key)}/records`, { abort }),
  cancel: (key: string, reason: string) =>
    ask<Asked>("POST", `/executions/${part(key)}/cancel`, { query: { wait: WAIT }, body: because(reason) }),
  retry: (key: string) => ask<Asked>("POST", `/executions/${part(key)}/retry`, { query: { wait: WAIT } }),
  retries: (limit: number, abort?: AbortSignal) =>
    ask<Items<Run>>("GET", "/retries", { query: { limit }, abort }),

  letters: (filter: Filter, abort?: AbortSignal) =>
    ask<Items<DeadLetter>>("GET", "/dead-letters", { query: filter, abort }),
  letter: (position: string, abort?: AbortSignal) =>
    ask<DeadLetterDetail>("GET", `/dead-letters/${part(position)}`, { abort }),
  replay: (position: string, reason: string) =>
    ask<Asked>("POST", `/dead-letters/${part(position)}/replay`, {
      query: { wait: WAIT },
      body: because(reason),
    }),
  drop: (position: string, reason: string) =>
    ask("POST", `/dead-letters/${part(position)}/drop`, { query: { wait: WAIT }, body: because(reason) }),

  explain: (query: Filter, abort?: AbortSignal) => ask<Explained>("GET", "/cron/explain", { query, abort }),
  nextCron: (query: Filter, abort?: AbortSignal) => ask<Fires>("GET", "/cron/next", { query, abort }),
};

/** The version that was edited, or that the schedule must be new. */
export type Precondition = { version: number } | { isNew: true };

function schedulePost<T>(taskId: string, what: string, body?: unknown): Promise<T> {
  return ask<T>("POST", `/schedules/${part(taskId)}/${what}`, { query: { wait: WAIT }, body });
}

function because(reason: string): { reason?: string } {
  return reason ? { reason } : {};
}
