import type {
  Attempt,
  DeadLetter,
  LogLine,
  RunDetail,
  RunState,
  ScheduleDetail,
  Worker,
} from "../src/api/types.ts";

/** Made-up data for `npm run dev`: enough of everything to look at, moving as the real thing does. */
const MINUTE = 60_000;
const iso = (at: number) => new Date(at).toISOString();
/** The same every time: a picture can be compared with the one before. */
let seed = 7;
export function random(): number {
  seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648;
  return seed / 2_147_483_648;
}

const TASKS = [
  ["nightly-report", "Nightly report", "At 02:30 every day", "Europe/Berlin", "http", 42_000, 0.04],
  ["heartbeat", "", "Every 5 seconds", "", "shell", 14, 0],
  ["invoices", "Invoices to customers", "At 06:00 on Monday to Friday", "Europe/Berlin", "http", 3_200, 0.09],
  ["cache-warmup", "", "Every 15 minutes", "", "http", 900, 0.02],
  ["flaky-import", "Import from the partner", "Every minute", "", "shell", 2_100, 0.35],
  ["disk", "", "Every hour", "", "shell", 31, 0],
  ["broken", "", "Every 10 minutes", "", "shell", 55, 1],
  [
    "<script>alert(1)</script>".replace(/[^A-Za-z0-9._-]/g, "-"),
    "<script>alert(1)</script>",
    "Every hour",
    "",
    "shell",
    70,
    0.2,
  ],
] as const;

export const schedules: ScheduleDetail[] = [];
export const runs: RunDetail[] = [];
export const letters: DeadLetter[] = [];
export const logs = new Map<string, LogLine[]>();

export function makeRun(task: (typeof TASKS)[number], at: number, state?: RunState): RunDetail {
  const [taskId, name, , , type, took, failing] = task;
  const failed = state === undefined && random() < failing;
  const retried = state === undefined && random() < failing * 1.5;
  const ended: RunState = state ?? (failed ? "FAILED" : "SUCCEEDED");
  const open = ended === "RUNNING" || ended === "QUEUED" || ended === "RETRYING";
  const ms = Math.max(2, Math.round(took * Math.exp((random() - 0.5) * 1.4)));
  const key = `${taskId}:${iso(at)}`;
  const attemptList: Attempt[] = [];
  const count = failed ? 4 : retried || ended === "RETRYING" ? 2 : ended === "QUEUED" ? 0 : 1;
  let clock = at + 3;
  for (let number = 1; number <= count; number++) {
    const last = number === count;
    const bad = !last || failed || ended === "RETRYING";
    const running = last && ended === "RUNNING";
    attemptList.push({
      number,
      status: running ? "STARTED" : bad ? "FAILED" : "SUCCEEDED",
      worker: "up-worker-4f2a",
      queued: iso(clock),
      started: iso(clock + 4),
      ...(running ? {} : { finished: iso(clock + 4 + ms) }),
      ...(bad
        ? {
            code: "SHELL_EXIT",
            message: `the command ended with exit code ${1 + (number % 2)}; it wrote last: not ready yet`,
            error:
              'Traceback (most recent call last):\n  File "import.py", line 12\nTimeoutError: <b>no answer</b>',
          }
        : {}),
    });
    clock += ms + 10_000 * 2 ** (number - 1);
  }
  const lastAttempt = attemptList[attemptList.length - 1];
  logs.set(
    key,
    attemptList.flatMap((one, index) =>
      [
        "connecting to partner.example.org",
        `  fetched ${Math.round(random() * 900)} rows`,
        index + 1 < count ? "not ready yet" : "done <img src=x onerror=alert(1)>",
      ].map((text, line) => ({
        number: index * 3 + line,
        attempt: one.number,
        at: one.started ?? iso(at),
        text,
      })),
    ),
  );
  return {
    key,
    taskId,
    execTime: iso(at),
    state: ended,
    ...(name ? { name } : {}),
    type,
    queue: "default",
    priority: "normal",
    origin: "tick",
    attempts: count,
    ...(failed || ended === "RETRYING"
      ? { code: "SHELL_EXIT", message: "the command ended with exit code 1; it wrote last: not ready yet" }
      : { message: ended === "SUCCEEDED" ? "" : undefined }),
    ...(ended === "RETRYING" ? { nextAttempt: iso(Date.now() + 20_000) } : {}),
    worker: "up-worker-4f2a",
    firstHeard: iso(at),
    due: iso(at),
    ...(lastAttempt?.started ? { started: attemptList[0]?.started } : {}),
    ...(open ? {} : { ended: lastAttempt?.finished, tookMs: ms }),
    attemptList,
    task: { payload: { script: "python3 import.py --since yesterday", retries: 3 } },
    ...(ended === "SUCCEEDED" ? { data: { exit: 0, output: "done", rows: 812 } } : {}),
    logLines: count * 3,
    cli: `carillon why ${key}`,
  };
}

export function fill(now: number): void {
  for (let minute = 200; minute > 0; minute--) {
    const task = TASKS[Math.floor(random() * TASKS.length)] ?? TASKS[0];
    runs.unshift(makeRun(task, now - minute * MINUTE * 0.4));
  }
  runs.unshift(
    makeRun(TASKS[4], now - 30_000, "RETRYING"),
    makeRun(TASKS[0], now - 24_000, "RUNNING"),
    makeRun(TASKS[2], now - 2_000, "QUEUED"),
  );
  TASKS.forEach((task, index) => {
    const [taskId, name, words, zone, type] = task;
    const of = runs
      .filter((run) => run.taskId === taskId && run.tookMs !== undefined)
      .slice(0, 20)
      .reverse();
    schedules.push({
      taskId,
      standing: taskId === "broken" ? "BROKEN" : taskId === "disk" ? "PAUSED" : "ACTIVE",
      ...(taskId === "broken" ? { problem: "no live worker serves the type ftp" } : {}),
      ...(taskId === "disk" ? { pausedReason: "moving house until Friday" } : {}),
      ...(name ? { name } : {}),
      description:
        index === 0 ? "The figures of the day before.\nWhoever is on duty reads them at eight." : undefined,
      words,
      type,
      queue: "default",
      ...(zone ? { zone } : {}),
      version: index + 10,
      appended: iso(now - 86_400_000),
      inForce: true,
      nextFire: { at: iso(now + (index + 1) * 47_000), local: "" },
      runs: of.map((run) => ({
        key: run.key,
        state: run.state,
        at: run.due ?? run.firstHeard,
        tookMs: run.tookMs ?? 0,
        attempts: run.attempts,
      })),
      definition: {
        taskId,
        ...(zone ? { cron: "30 2 * * *", zone } : { every: "1m" }),
        type,
        payload: { script: "python3 import.py" },
        retry: { maxRetries: 3 },
      },
    });
  });
  schedules.sort((a, b) => a.taskId.localeCompare(b.taskId));
  runs
    .filter((run) => run.state === "FAILED")
    .forEach((run, index) => {
      letters.push({
        position: `dead-letters-${index % 12}@${index}`,
        appended: run.ended ?? run.firstHeard,
        key: run.key,
        cause: index % 5 === 4 ? "UNREADABLE" : "EXHAUSTED",
        message: "failed for good after 4 attempts: the command ended with exit code 1",
        standing: "OPEN",
        origin: { topic: "carillon.results", partition: 3, offset: 17 + index },
      });
    });
}

export function workers(now: number): Worker[] {
  const one = (workerId: string, running: number, silenceMs: number, more: Partial<Worker> = {}): Worker => ({
    workerId,
    incarnation: `${workerId}-1`,
    host: "build-7",
    version: "0.1.0",
    state: running > 0 ? "busy" : "idle",
    capacity: 10,
    running,
    held: running * 3,
    queues: ["default"],
    types: ["http", "shell", "kafka"],
    partitions: [0, 1, 2, 3].map((n) => `carillon.tasks.default.normal-${n}`),
    startedAt: iso(now - 7_200_000),
    heardAt: iso(now - silenceMs),
    silenceMs,
    ...more,
  });
  return [
    one("up-worker-4f2a", 3, 1_200, { cpu: 0.34, memory: 312_000_000, networkBytes: 120_000 }),
    one("reports-91bc", 0, 2_600, { name: "reports 1", queues: ["reports"] }),
    one("old-1c00", 0, 92_000, { state: "gone" }),
  ];
}

export { TASKS };
