import { useEffect } from "preact/hooks";
import { api } from "../api/calls.ts";
import { ENDED_STATES, type Need, type Needs, type Run, type Stats, type Upcoming } from "../api/types.ts";
import { healthLine } from "../core/health.ts";
import { scheduleAt } from "../core/route.ts";
import { duration, instant } from "../core/time.ts";
import { Hour } from "../ui/hour.tsx";
import { Icon } from "../ui/icon.tsx";
import { Link } from "../ui/navigation.tsx";
import { Card, Command, Empty, Head, Loaded } from "../ui/parts.tsx";
import { useQuery } from "../ui/query.ts";
import { Strip } from "../ui/strip.tsx";
import { Ago, Time } from "../ui/times.tsx";

const STRIP = 150;
const CHECK_AGAIN_MS = 1_000;

export function NowPage() {
  const needs = useQuery("needs", api.needs, ["run", "schedule", "worker", "dead-letter"], 3_000);
  const looking = needs.data.value;
  useEffect(() => {
    // No change may come that reloads it, so it is polled until the check is done.
    if (!looking?.checking) return;
    const timer = setTimeout(needs.reload, CHECK_AGAIN_MS);
    return () => clearTimeout(timer);
  }, [looking]);
  const stats = useQuery("stats", (abort) => api.stats("1h", 60, abort), ["run"], 3_000);
  const fires = useQuery("fires", (abort) => api.upcoming(10, abort), ["schedule", "run"], 2_000);
  const ended = useQuery(
    "ended",
    (abort) => api.runs({ state: ENDED_STATES.join(","), limit: STRIP }, abort),
    ["run"],
  );
  return (
    <>
      <Head title="Now" />
      <Loaded query={stats}>
        {(data) => <HealthLine stats={data} needs={needs.data.value} broken={needs.problem.value} />}
      </Loaded>
      <Card title="Latest outcomes" aside={<span class="quiet">newest on the right</span>}>
        <Loaded query={ended}>
          {(page) => (page.items.length === 0 ? <NoRuns /> : <Strip runs={latestFirst(page.items)} />)}
        </Loaded>
      </Card>
      <div class="two">
        <Card title="Needs you" flush>
          <Loaded query={needs}>{(data) => <NeedsYou needs={data.items} checking={data.checking} />}</Loaded>
        </Card>
        <Card title="Next fires" flush aside={<Link to="/schedules">All schedules</Link>}>
          <Loaded query={fires}>{(data) => <NextFires fires={data.items} />}</Loaded>
        </Card>
      </div>
      <Card title="The last hour">
        <Loaded query={stats}>{(data) => <Hour stats={data} />}</Loaded>
      </Card>
    </>
  );
}

function latestFirst(runs: readonly Run[]): Run[] {
  return [...runs].sort((a, b) => (instant(b.ended) ?? 0) - (instant(a.ended) ?? 0));
}

function NoRuns() {
  return (
    <Empty
      title="Nothing has run yet."
      text="Run a command once:"
      command={'carillon once "echo hello" --wait'}
    />
  );
}

function HealthLine({ stats, needs, broken }: { stats: Stats; needs: Needs | null; broken: Error | null }) {
  const { open, ended, took, lateness, successRate } = stats;
  const { tone, words } = healthLine(needs, broken?.message ?? null);
  const queued = open.queued + open.pending;
  const figures: [string, string, string, string?][] = [
    ["Running", open.running.toLocaleString("en-GB"), "/runs?state=RUNNING"],
    ["Waiting", queued.toLocaleString("en-GB"), "/runs?state=PENDING,QUEUED"],
    ["Retrying", open.retrying.toLocaleString("en-GB"), "/letters", open.retrying > 0 ? "warn" : ""],
    ["Succeeded", ended.succeeded.toLocaleString("en-GB"), "/runs?state=SUCCEEDED"],
    ["Failed", ended.failed.toLocaleString("en-GB"), "/runs?state=FAILED", ended.failed > 0 ? "bad" : ""],
    ["Took, p95", took.p95Ms === undefined ? "–" : duration(took.p95Ms), "/runs"],
    ["Late, p95", lateness.p95Ms === undefined ? "–" : duration(lateness.p95Ms), "/runs"],
  ];
  return (
    <section class={`health ${tone}`} aria-label="Health">
      <p class="health-words">
        <span class="health-mark">
          <Icon name={tone === "good" ? "check" : tone === "idle" ? "clock" : "alert"} size={18} />
        </span>
        <strong>{words}</strong>
        {successRate !== undefined && (
          <span class="quiet">
            {(successRate * 100).toFixed(successRate > 0.999 && successRate < 1 ? 2 : 1)} % succeeded in the
            last hour
          </span>
        )}
      </p>
      <ul class="figures">
        {figures.map(([word, value, to, mark]) => (
          <li key={word}>
            <Link to={to} class={mark ?? ""}>
              <span class="figure-word">{word}</span>
              <span class="figure">{value}</span>
            </Link>
          </li>
        ))}
      </ul>
    </section>
  );
}

function NeedsYou({ needs, checking }: { needs: readonly Need[]; checking: boolean }) {
  if (needs.length === 0 && checking) {
    return <Empty title="Checking…" text="The cluster's status is being read; this takes a few seconds." />;
  }
  if (needs.length === 0) {
    return (
      <Empty title="Nothing needs you." text="Failures, silent workers and overdue runs will appear here." />
    );
  }
  return (
    <ul class="needs">
      {needs.map((need) => (
        <li key={`${need.code}${need.words}`}>
          <Icon name="alert" />
          <div>
            <p>
              {need.path ? (
                <Link class="row-link" to={need.path}>
                  {need.words}
                </Link>
              ) : (
                need.words
              )}
            </p>
            {need.next.startsWith("carillon ") ? (
              <Command line={need.next} />
            ) : (
              <p class="quiet">{need.next}</p>
            )}
          </div>
        </li>
      ))}
    </ul>
  );
}

function NextFires({ fires }: { fires: readonly Upcoming[] }) {
  if (fires.length === 0) {
    return (
      <Empty
        title="No schedule is due."
        text="Create one here or from a file:"
        command="carillon schedule apply -f schedule.yaml"
      />
    );
  }
  return (
    <ul class="plain-list">
      {fires.map(({ taskId, name, fire, zone }) => (
        <li key={taskId}>
          <Link class="row-link grow" to={scheduleAt(taskId)}>
            {name || taskId}
          </Link>
          {fire.mark && (
            <span class="mark" title={fire.mark.words}>
              clocks change
            </span>
          )}
          <span class="quiet">
            <Time at={instant(fire.due ?? fire.at)} zone={zone} />
          </span>
          <span class="soon">
            <Ago at={instant(fire.due ?? fire.at)} zone={zone} />
          </span>
        </li>
      ))}
    </ul>
  );
}
