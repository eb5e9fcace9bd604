import type { IncomingMessage, ServerResponse } from "node:http";
import type { Run } from "../src/api/types.ts";
import { fill, letters, logs, makeRun, random, runs, schedules, TASKS, workers } from "./data.ts";

const iso = (at: number) => new Date(at).toISOString();
const listeners = new Set<ServerResponse>();
fill(Date.now());

function tell(event: string, data: unknown): void {
  for (const listener of listeners) listener.write(`event: ${event}\ndata: ${JSON.stringify(data)}\n\n`);
}

setInterval(() => tell("freshness", { caughtUp: true, behind: 0, newest: iso(Date.now()) }), 2_000);
setInterval(() => {
  const task = TASKS[Math.floor(random() * TASKS.length)] ?? TASKS[0];
  const run = makeRun(task, Date.now() - 2_000);
  runs.unshift(run);
  tell("changes", { items: [{ kind: "run", id: run.key, at: iso(Date.now()) }] });
}, 1_700);

type Handler = (parts: string[], query: URLSearchParams, body: Record<string, unknown>) => unknown;

const fires = (count: number) => ({
  zone: "Europe/Berlin",
  words: "At 02:30 every day",
  items: Array.from({ length: count }, (_, index) => ({
    at: iso(Math.ceil(Date.now() / 86_400_000) * 86_400_000 + 5_400_000 + index * 86_400_000),
    local: "",
    ...(index === 3
      ? { mark: { kind: "GAP", words: "02:30 does not exist on that day: the clocks go forward" } }
      : {}),
  })),
});

function page<T>(all: readonly T[], query: URLSearchParams): { items: T[]; next?: string } {
  const from = Number(query.get("cursor") ?? 0);
  const limit = Number(query.get("limit") ?? 50);
  return {
    items: all.slice(from, from + limit),
    ...(from + limit < all.length ? { next: String(from + limit) } : {}),
  };
}

function passes(run: Run, query: URLSearchParams): boolean {
  const state = query.get("state");
  const { taskId } = run;
  return (
    (!state || state.split(",").includes(run.state)) &&
    taskId.startsWith(query.get("search") ?? "") &&
    (!query.get("taskId") || taskId === query.get("taskId"))
  );
}

function stats(): unknown {
  const ended = (all: Run[]) => ({
    succeeded: all.filter((r) => r.state === "SUCCEEDED").length,
    failed: all.filter((r) => r.state === "FAILED").length,
    cancelled: 0,
    expired: 0,
    skipped: 0,
  });
  const now = Date.now();
  return {
    since: iso(now - 3_600_000),
    until: iso(now),
    ended: ended(runs),
    attempts: runs.length,
    perSecond: 0.6,
    successRate: 0.912,
    took: { count: 200, p50Ms: 31, p95Ms: 3_310, p99Ms: 42_000 },
    lateness: { count: 200, p50Ms: 3, p95Ms: 9, p99Ms: 20 },
    slots: Array.from({ length: 60 }, (_, slot) => {
      const start = now - 3_600_000 + slot * 60_000;
      return {
        start: iso(start),
        ended: ended(
          runs.filter(
            (run) => Date.parse(run.ended ?? "") >= start && Date.parse(run.ended ?? "") < start + 60_000,
          ),
        ),
      };
    }),
    open: { pending: 2, waiting: 0, queued: 1, running: 3, retrying: 1, overdue: 0 },
  };
}

const NEEDS = [
  {
    code: "FAILURES",
    words: "broken has failed 12 times in a row: the command ended with exit code 7",
    next: "carillon why broken",
    path: "/schedule?id=broken",
  },
  {
    code: "DEAD_LETTERS",
    words: `${letters.length} dead letters wait for a decision`,
    next: "carillon dlq list",
    path: "/letters",
  },
];

const ROUTES: [string, RegExp, Handler][] = [
  [
    "GET",
    /^health$/,
    () => ({
      well: false,
      checking: false,
      at: iso(Date.now()),
      version: "0.1.0",
      history: { caughtUp: true },
      needs: NEEDS.length,
    }),
  ],
  ["GET", /^needs-you$/, () => ({ checking: false, items: NEEDS })],
  ["GET", /^stats$/, stats],
  ["GET", /^workers$/, () => ({ items: workers(Date.now()) })],
  [
    "GET",
    /^fires$/,
    () => ({
      items: schedules
        .filter((one) => one.standing === "ACTIVE")
        .map(({ taskId, name, zone, nextFire }) => ({ taskId, name, zone, fire: nextFire })),
    }),
  ],
  ["POST", /^fires$/, () => fires(3)],
  [
    "GET",
    /^schedules$/,
    (_, query) =>
      page(
        schedules.filter(
          (one) =>
            JSON.stringify(one)
              .toLowerCase()
              .includes((query.get("search") ?? "").toLowerCase()) &&
            (!query.get("standing") || one.standing === query.get("standing")),
        ),
        query,
      ),
  ],
  ["GET", /^schedules\/([^/]+)$/, ([id]) => schedules.find((one) => one.taskId === id)],
  [
    "GET",
    /^schedules\/([^/]+)\/backfill$/,
    ([id]) => ({
      taskId: id,
      ...(id === "nightly-report"
        ? {
            backfill: {
              from: "2026-01-01T00:00:00Z",
              to: "2026-11-01T00:00:00Z",
              maxRunning: 4,
              next: "2026-05-03T00:30:01Z",
              planned: 304,
              made: 119,
              leftOut: 3,
              remaining: 182,
              open: [`${id}:2026-05-02T00:30:00.999999999Z`, `${id}:2026-05-03T00:30:00.999999999Z`],
            },
          }
        : {}),
    }),
  ],
  ["GET", /^schedules\/([^/]+)\/fires$/, () => fires(20)],
  [
    "GET",
    /^schedules\/([^/]+)\/durations$/,
    ([id]) => ({
      ended: 200,
      p50Ms: 31,
      p95Ms: 3_310,
      p99Ms: 42_000,
      longestMs: 61_000,
      runs: runs
        .filter((run) => run.taskId === id && run.tookMs !== undefined)
        .map((run) => ({
          key: run.key,
          state: run.state,
          at: run.due ?? "",
          tookMs: run.tookMs,
          attempts: run.attempts,
        }))
        .reverse(),
    }),
  ],
  [
    "GET",
    /^schedules\/([^/]+)\/days$/,
    () => ({
      from: "",
      to: iso(Date.now()).slice(0, 10),
      items: Array.from({ length: 300 }, (_, day) => ({
        day: iso(Date.now() - day * 86_400_000).slice(0, 10),
        succeeded: Math.floor(random() * 40),
        failed: random() < 0.1 ? 3 : 0,
        other: 0,
        skipped: 0,
        open: 0,
      })),
    }),
  ],
  [
    "GET",
    /^executions$/,
    (_, query) =>
      page(
        runs.filter((run) => passes(run, query)),
        query,
      ),
  ],
  [
    "GET",
    /^executions\/errors$/,
    () => ({
      items: [
        {
          id: "a",
          code: "SHELL_EXIT",
          message: "the command ended with exit code 1; it wrote last: not ready yet",
          runs: 23,
          first: iso(Date.now() - 4_000_000),
          last: iso(Date.now() - 60_000),
          lastRun: runs.find((run) => run.state === "FAILED")?.key,
        },
      ],
    }),
  ],
  ["GET", /^executions\/([^/]+)$/, ([key]) => runs.find((run) => run.key === key)],
  [
    "GET",
    /^executions\/([^/]+)\/log$/,
    ([key], query) => {
      const all = logs.get(key ?? "") ?? [];
      return { items: all.slice(Number(query.get("from"))), next: all.length, ended: true };
    },
  ],
  [
    "GET",
    /^executions\/([^/]+)\/records$/,
    ([key]) => ({
      items: ["tasks.default.normal", "results", "outcomes"].map((topic, n) => ({
        topic: `carillon.${topic}`,
        partition: 3,
        offset: 17 + n,
        appended: iso(Date.now()),
        key,
        headers: { attempt: "1", origin: "tick" },
        bytes: 412,
        value: { v: 1, key },
      })),
    }),
  ],
  ["GET", /^retries$/, () => ({ items: runs.filter((run) => run.state === "RETRYING") })],
  ["GET", /^dead-letters$/, (_, query) => page(letters, query)],
  [
    "GET",
    /^dead-letters\/([^/]+)$/,
    ([position]) => ({ ...letters.find((one) => one.position === position), replayable: true }),
  ],
  [
    "GET",
    /^cron\/explain$/,
    (_, query) => {
      const { items, ...plan } = fires(5);
      return {
        ...plan,
        expression: query.get("expression"),
        normalForm: "0 30 2 * * *",
        fires: items,
        warnings: [
          {
            kind: "TOP_OF_HOUR",
            message:
              "The full hour is when most schedules fire together; H lets the taskId choose the minute.",
            instead: "0 H 2 * * *",
          },
        ],
      };
    },
  ],
  ["GET", /^cron\/next$/, () => fires(20)],
];

/** Answers what the page asks for; anything that would change something is refused in words. */
export function answer(request: IncomingMessage, response: ServerResponse, next: () => void): void {
  const url = new URL(request.url ?? "/", "http://mock.invalid");
  if (!url.pathname.startsWith("/v1/")) {
    next();
    return;
  }
  if (url.pathname === "/v1/stream") {
    response.writeHead(200, { "Content-Type": "text/event-stream" });
    listeners.add(response);
    request.on("close", () => listeners.delete(response));
    return;
  }
  const path = url.pathname.slice(4);
  for (const [method, pattern, handle] of ROUTES) {
    const found = request.method === method ? pattern.exec(path) : null;
    const value = found ? handle(found.slice(1).map(decodeURIComponent), url.searchParams, {}) : undefined;
    if (value !== undefined) {
      send(response, 200, value);
      return;
    }
  }
  send(response, 404, {
    status: 404,
    detail: `the made-up console does not know ${request.method} ${path}`,
    code: "MADE_UP",
    fix: "set CARILLON_CONSOLE to a real one",
  });
}

function send(response: ServerResponse, status: number, value: unknown): void {
  response.writeHead(status, {
    "Content-Type": status === 200 ? "application/json" : "application/problem+json",
  });
  response.end(JSON.stringify(value));
}
