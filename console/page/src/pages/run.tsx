import { useSignal } from "@preact/signals";
import { api } from "../api/calls.ts";
import { type Attempt, isOpen, type RunDetail } from "../api/types.ts";
import { address, runAt, scheduleAt } from "../core/route.ts";
import { commandLine } from "../core/shell.ts";
import { duration, instant } from "../core/time.ts";
import { count } from "../core/words.ts";
import { Gantt } from "../ui/gantt.tsx";
import { Icon } from "../ui/icon.tsx";
import { Link, route } from "../ui/navigation.tsx";
import { Card, Command, Copy, Empty, Facts, Head, Json, Loaded } from "../ui/parts.tsx";
import { useQuery } from "../ui/query.ts";
import { State } from "../ui/state.tsx";
import { Ago, Time, Took } from "../ui/times.tsx";
import { cancelRuns, retryRuns } from "./actions.tsx";
import { LogTail } from "./log.tsx";
import { RawRecords } from "./records.tsx";

export function RunPage() {
  const key = route.value.query.get("key") ?? "";
  const mine = (id: string) => id === key;
  const run = useQuery(key, (abort) => api.run(key, abort), ["run"], 500, mine);
  const data = run.data.value;
  return (
    <>
      <Head
        title={data?.name || data?.taskId || key}
        back={
          <>
            <Link to="/runs">Runs</Link>
            {data && (
              <>
                {" / "}
                <Link to={scheduleAt(data.taskId)}>{data.taskId}</Link>
              </>
            )}
          </>
        }
        sub={
          <>
            {data && <State state={data.state} />}
            <code class="key">{key}</code>
            <Copy text={key} what="the key" />
          </>
        }
      >
        {data && <Actions run={data} />}
      </Head>
      <Loaded query={run}>{(detail) => <Detail run={detail} />}</Loaded>
    </>
  );
}

function Actions({ run }: { run: RunDetail }) {
  return isOpen(run.state) ? (
    <button type="button" onClick={() => cancelRuns([run])}>
      <Icon name="ban" size={14} />
      Cancel
    </button>
  ) : (
    <button type="button" class={run.state === "SUCCEEDED" ? "" : "primary"} onClick={() => retryRuns([run])}>
      <Icon name="retry" size={14} />
      Retry
    </button>
  );
}

function Detail({ run }: { run: RunDetail }) {
  const { attemptList: attempts } = run;
  const failed = run.message && run.state !== "SUCCEEDED";
  return (
    <>
      {failed && (
        <p class={`note ${run.state === "FAILED" ? "bad" : run.state === "RETRYING" ? "warn" : "idle"}`}>
          <Icon name="alert" />
          <span>
            {run.code && <code class="code-word">{run.code}</code>} {run.message}
            {run.state === "RETRYING" && run.nextAttempt && (
              <>
                {" "}
                · next attempt <Ago at={instant(run.nextAttempt)} />
              </>
            )}
          </span>
        </p>
      )}
      {run.cancelAsked && isOpen(run.state) && (
        <p class="note idle">
          <Icon name="ban" />
          <span>
            Its cancellation was requested <Ago at={instant(run.cancelAsked)} />.
          </span>
        </p>
      )}
      <div class="overview">
        <div class="stack">
          <Card title={attempts.length > 1 ? `${attempts.length} attempts` : "Attempt"}>
            <Attempts attempts={attempts} run={run} />
          </Card>
          <Card title="Log" flush aside={<span class="quiet">{count(run.logLines, "line")}</span>}>
            <LogTail runKey={run.key} open={isOpen(run.state)} lines={run.logLines} />
          </Card>
          <Card title="Kafka records" flush>
            <RawRecords runKey={run.key} />
          </Card>
        </div>
        <div class="stack">
          <Card title="Summary">
            <Short run={run} />
          </Card>
          {run.data !== undefined && (
            <Card title="Result" aside={<Copy text={asText(run.data)} what="the result" />}>
              <Json value={run.data} label="Result" />
            </Card>
          )}
          <Card
            title="Payload"
            aside={run.task && <Copy text={asText(run.task.payload)} what="the payload" />}
          >
            {run.task ? (
              <Json value={run.task.payload ?? null} label="Payload" />
            ) : (
              <p class="quiet">The history does not have its task.</p>
            )}
          </Card>
          <Card title="In a terminal">
            <Command line={run.cli ?? commandLine("why", run.key)} />
          </Card>
        </div>
      </div>
    </>
  );
}

function Short({ run }: { run: RunDetail }) {
  const started = instant(run.started);
  return (
    <Facts
      facts={[
        ["Due", run.due && <Time at={instant(run.due)} />],
        ["Started", started !== null && <Time at={started} />],
        ["Ended", run.ended && <Time at={instant(run.ended)} />],
        [
          "Took",
          run.tookMs !== undefined
            ? duration(run.tookMs)
            : run.state === "RUNNING" && <Took from={started} to={null} />,
        ],
        ["Origin", run.origin],
        ["Repeats", run.replayOf && <Link to={runAt(run.replayOf)}>{run.replayOf}</Link>],
        ["Type", run.type],
        ["Queue", run.queue && <Link to={address("/runs", { queue: run.queue })}>{run.queue}</Link>],
        ["Priority", run.priority],
        ["Worker", run.worker && <Link to={address("/runs", { worker: run.worker })}>{run.worker}</Link>],
        ["Skipped", run.skipped && `${count(run.skipped.count, "tick")}: ${run.skipped.reason}`],
      ].map(([name, value]) => [String(name), value || null] as const)}
    />
  );
}

function Attempts({ attempts, run }: { attempts: readonly Attempt[]; run: RunDetail }) {
  const open = useSignal<number | null>(null);
  if (attempts.length === 0)
    return (
      <Empty title="No attempt yet." text={run.state === "PENDING" ? "It is not due yet." : undefined} />
    );
  const bars = attempts.map((one) => ({
    attempt: one.number,
    due: one.number === 1 ? (instant(run.due) ?? instant(one.queued)) : instant(one.queued),
    started: instant(one.started),
    finished: instant(one.finished) ?? (one.status && one.status !== "STARTED" ? instant(one.said) : null),
    status: one.status ?? (one.started ? "STARTED" : "QUEUED"),
  }));
  return (
    <>
      <Gantt attempts={bars} />
      <ol class="attempts">
        {attempts.map((one, index) => (
          <li key={one.number}>
            <span class="attempt-number">{one.number}</span>
            <State state={bars[index]?.status ?? "QUEUED"} />
            <span class="grow attempt-words">
              {one.code && one.status !== "SUCCEEDED" && <code class="code-word">{one.code}</code>}{" "}
              {one.message}
              {one.error && (
                <button
                  type="button"
                  class="link"
                  aria-expanded={open.value === one.number}
                  onClick={() => {
                    open.value = open.value === one.number ? null : one.number;
                  }}
                >
                  {open.value === one.number ? "less" : "the whole error"}
                </button>
              )}
            </span>
            <span class="quiet">
              <Took from={bars[index]?.started ?? null} to={bars[index]?.finished ?? null} />
            </span>
            {open.value === one.number && one.error && (
              <Json value={one.error} label={`Error of attempt ${one.number}`} />
            )}
          </li>
        ))}
      </ol>
    </>
  );
}

function asText(value: unknown): string {
  return typeof value === "string" ? value : (JSON.stringify(value, null, 2) ?? "");
}
