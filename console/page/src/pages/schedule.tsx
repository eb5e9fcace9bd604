import { useSignal } from "@preact/signals";
import { useEffect, useMemo } from "preact/hooks";
import { api } from "../api/calls.ts";
import type { DayTally, DurationSeries, Fires, ScheduleDetail } from "../api/types.ts";
import { address, changed, runAt } from "../core/route.ts";
import { commandLine } from "../core/shell.ts";
import { duration, instant, local } from "../core/time.ts";
import { count } from "../core/words.ts";
import type { Value } from "../core/yaml.ts";
import { Heat } from "../ui/heat.tsx";
import { Icon } from "../ui/icon.tsx";
import { go, Link, route } from "../ui/navigation.tsx";
import { Act, Card, Command, Copy, Empty, Facts, Head, Loaded } from "../ui/parts.tsx";
import { DurationPlot } from "../ui/plot.tsx";
import { useQuery } from "../ui/query.ts";
import { now } from "../ui/settings.ts";
import { State } from "../ui/state.tsx";
import { Ago, Time } from "../ui/times.tsx";
import { complain } from "../ui/toast.tsx";
import { deleteSchedule, editSchedule, pauseSchedule, resumeSchedule, runScheduleNow } from "./actions.tsx";
import { BackfillCard } from "./backfill.tsx";
import { RunRows } from "./runrows.tsx";

const TABS = ["overview", "runs", "definition"] as const;

export function SchedulePage() {
  const { query } = route.value;
  const id = query.get("id") ?? "";
  const tab = TABS.find((one) => one === query.get("tab")) ?? "overview";
  const mine = (changedId: string) => changedId === id || changedId.startsWith(`${id}:`);
  const schedule = useQuery(id, (abort) => api.schedule(id, abort), ["schedule", "run"], 1_000, mine);
  const data = schedule.data.value;
  return (
    <>
      <Head
        title={data?.name || id}
        back={<Link to="/schedules">Schedules</Link>}
        sub={
          <>
            {data && <State state={data.standing} />}
            {data?.name && <code>{id}</code>}
            <span>{data?.words}</span>
            {data?.zone && <span class="quiet">{data.zone}</span>}
          </>
        }
      >
        {data && <Actions schedule={data} />}
      </Head>
      <Loaded query={schedule}>
        {(detail) => (
          <>
            <Notes schedule={detail} />
            <BackfillCard schedule={detail} mine={mine} />
            <div class="tabs" role="tablist" aria-label="About this schedule">
              {TABS.map((one) => (
                <button
                  key={one}
                  type="button"
                  role="tab"
                  aria-selected={tab === one}
                  onClick={() =>
                    go(changed(route.peek(), { tab: one === "overview" ? null : one }), "replace")
                  }
                >
                  {one.charAt(0).toUpperCase() + one.slice(1)}
                </button>
              ))}
            </div>
            {tab === "overview" && <Overview schedule={detail} mine={mine} />}
            {tab === "runs" && (
              <Card flush>
                <RunRows filter={{ taskId: id }} ofOne zone={detail.zone} />
              </Card>
            )}
            {tab === "definition" && <DefinitionView schedule={detail} />}
          </>
        )}
      </Loaded>
    </>
  );
}

function Actions({ schedule }: { schedule: ScheduleDetail }) {
  const { taskId, definition, version } = schedule;
  return (
    <>
      <button type="button" class="primary" onClick={() => runScheduleNow(taskId)}>
        <Icon name="bolt" size={14} />
        Run now
      </button>
      {schedule.standing === "PAUSED" ? (
        <Act icon="play" word="Resume" done={`${taskId} is resumed.`} act={() => resumeSchedule(taskId)} />
      ) : (
        <button type="button" onClick={() => pauseSchedule(schedule)}>
          <Icon name="pause" size={14} />
          Pause
        </button>
      )}
      {definition && (
        <button type="button" onClick={() => editSchedule({ definition, version })}>
          <Icon name="edit" size={14} />
          Edit
        </button>
      )}
      <button
        type="button"
        class="square"
        aria-label={`Delete ${taskId}`}
        title="Delete"
        onClick={() => deleteSchedule(taskId)}
      >
        <Icon name="trash" size={14} />
      </button>
    </>
  );
}

/** States without a next fire that are neither paused nor broken. */
const SILENT = ["COMPLETE", "NO_DAY_COUNTS", "CALENDAR_MISSING", "WAITS_FOR_ENDS"];

const sentence = (words: string) => `${words.charAt(0).toUpperCase()}${words.slice(1)}.`;

function Notes({ schedule }: { schedule: ScheduleDetail }) {
  return (
    <>
      {schedule.standing === "PAUSED" && (
        <p class="note warn">
          <Icon name="pause" />
          <span>
            {schedule.prospect?.code === "PAUSED_BY_FAILURES"
              ? `${sentence(schedule.prospect.words)} Missed ticks are decided when it is resumed.`
              : `Paused${schedule.pausedReason ? `: ${schedule.pausedReason}` : "."}`}
          </span>
        </p>
      )}
      {schedule.prospect && SILENT.includes(schedule.prospect.code) && (
        <p class="note idle">
          <Icon name="hourglass" />
          <span>{sentence(schedule.prospect.words)}</span>
          {schedule.prospect.step && <Command line={schedule.prospect.step} />}
        </p>
      )}
      {schedule.problem && (
        <p class="note bad">
          <Icon name="alert" />
          <span>{schedule.problem}</span>
        </p>
      )}
      {schedule.inForce === false && schedule.standing !== "BROKEN" && (
        <p class="note idle">
          <Icon name="hourglass" />
          <span>The trigger does not use this version yet.</span>
        </p>
      )}
      {schedule.description && <p class="description">{schedule.description}</p>}
    </>
  );
}

function Overview({ schedule, mine }: { schedule: ScheduleDetail; mine: (id: string) => boolean }) {
  const { taskId, zone = "UTC" } = schedule;
  const durations = useQuery(taskId, (abort) => api.durations(taskId, "7d", abort), ["run"], 2_000, mine);
  const days = useQuery(taskId, (abort) => api.days(taskId, zone, abort), ["run"], 10_000, mine);
  const fires = useQuery(
    `${taskId} ${schedule.version}`,
    (abort) => api.fires(taskId, 20, abort),
    ["run", "schedule"],
    5_000,
    mine,
  );
  return (
    <div class="overview">
      <div class="stack">
        <Card
          title="How long it takes"
          aside={<span class="quiet">7 days · click a dot to see the run</span>}
        >
          <Loaded query={durations}>{(series) => <Durations series={series} zone={zone} />}</Loaded>
        </Card>
        <Card title="The last year">
          <Loaded query={days}>{(year) => <Heat days={year.items.map(dayOf)} today={year.to} />}</Loaded>
        </Card>
        <Card
          title="Last runs"
          flush
          aside={<Link to={address("/schedule", { id: taskId, tab: "runs" })}>All its runs</Link>}
        >
          <RunRows filter={{ taskId }} ofOne most={8} zone={zone} />
        </Card>
      </div>
      <Card title="Next 20 fires" flush>
        <Loaded query={fires}>
          {(next) => <NextFires fires={next} paused={schedule.standing === "PAUSED"} />}
        </Loaded>
      </Card>
    </div>
  );
}

const dayOf = ({ day, succeeded, failed, other }: DayTally) => ({ day, ok: succeeded + other, failed });

function Durations({ series, zone }: { series: DurationSeries; zone: string }) {
  const runs = useMemo(() => series.runs.filter((run) => run.tookMs !== undefined), [series]);
  const points = useMemo(
    () =>
      runs.map((run) => ({
        at: instant(run.at) ?? 0,
        ms: run.tookMs ?? 0,
        failed: run.state !== "SUCCEEDED",
      })),
    [runs],
  );
  const marks = useMemo(() => {
    const all = [
      ["p50", series.p50Ms],
      ["p95", series.p95Ms],
      ["p99", series.p99Ms],
    ] as const;
    return all.flatMap(([word, ms]) => (ms === undefined ? [] : [{ word, ms }]));
  }, [series]);
  if (points.length === 0) return <Empty title="No run has ended in the last 7 days." />;
  return (
    <>
      <DurationPlot
        points={points}
        marks={marks}
        zone={zone}
        onPick={(index) => go(runAt(runs[index]?.key ?? ""))}
      />
      <ul class="legend">
        {marks.map((mark) => (
          <li key={mark.word}>
            <span class="quiet">{mark.word}</span> <strong>{duration(mark.ms)}</strong>
          </li>
        ))}
        {series.longestMs !== undefined && (
          <li>
            <span class="quiet">longest</span> <strong>{duration(series.longestMs)}</strong>
          </li>
        )}
        <li class="quiet">of {count(series.ended, "run")}</li>
      </ul>
    </>
  );
}

function NextFires({ fires, paused }: { fires: Fires; paused: boolean }) {
  if (fires.items.length === 0) {
    return (
      <Empty
        title={fires.prospect ? sentence(fires.prospect.words) : "It has ended and will not fire again."}
        command={fires.prospect?.step}
      />
    );
  }
  return (
    <>
      {paused && <p class="inset quiet">If it were not paused:</p>}
      <ol class="fires">
        {fires.items.map((fire) => {
          const at = instant(fire.due ?? fire.at) ?? 0;
          return (
            <li key={fire.at} class={fire.mark ? "marked" : ""}>
              <span class="weekday">{local(at, fires.zone).weekday}</span>
              <Time at={at} zone={fires.zone} />
              <span class="quiet">{at > now.value ? <Ago at={at} zone={fires.zone} /> : "now"}</span>
              {fire.due && (
                <span class="put-off">
                  delayed by its jitter, planned for <Time at={instant(fire.at) ?? 0} zone={fires.zone} />
                </span>
              )}
              {fire.mark && <span class="mark">{fire.mark.words}</span>}
            </li>
          );
        })}
      </ol>
    </>
  );
}

function DefinitionView({ schedule }: { schedule: ScheduleDetail }) {
  const { definition = {}, taskId } = schedule;
  const yaml = useSignal<string | null>(null);
  useEffect(() => {
    let shown = true;
    import("../core/yaml.ts")
      .then(({ toYaml }) => {
        if (shown) yaml.value = toYaml(definition as Value);
      })
      .catch(complain);
    return () => {
      shown = false;
    };
  }, [schedule]);
  const plain = Object.entries(definition).filter(([name]) => name !== "payload" && name !== "v");
  return (
    <div class="two">
      <Card title="Fields">
        <Facts
          facts={plain.map(([name, value]) => [
            name,
            typeof value === "object" ? <code>{JSON.stringify(value)}</code> : String(value),
          ])}
        />
      </Card>
      <Card title="As YAML" aside={<Copy text={yaml.value ?? ""} what="the definition" />}>
        <pre
          class="json"
          tabIndex={0}
          role="group"
          aria-label="Definition as YAML"
          aria-busy={yaml.value === null}
        >
          {yaml}
        </pre>
        <Command line={commandLine("schedule", "get", taskId)} />
      </Card>
    </div>
  );
}
