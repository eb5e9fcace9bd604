import { useEffect } from "preact/hooks";
import { api } from "../api/calls.ts";
import type { ScheduleSummary } from "../api/types.ts";
import { changed, scheduleAt } from "../core/route.ts";
import { instant } from "../core/time.ts";
import { Icon } from "../ui/icon.tsx";
import { useList } from "../ui/list.ts";
import { go, Link, route } from "../ui/navigation.tsx";
import { Card, Empty, Head } from "../ui/parts.tsx";
import { type Column, Rows } from "../ui/rows.tsx";
import { SearchField } from "../ui/search.tsx";
import { Spark } from "../ui/spark.tsx";
import { State } from "../ui/state.tsx";
import { Ago, Time } from "../ui/times.tsx";
import { complain, say } from "../ui/toast.tsx";
import { editSchedule, pauseSchedule, resumeSchedule, runScheduleNow } from "./actions.tsx";

const STANDINGS = ["", "ACTIVE", "PAUSED", "BROKEN"] as const;

export function SchedulesPage() {
  const { query } = route.value;
  const search = query.get("search") ?? "";
  const standing = query.get("standing") ?? "";
  const filter = { search: search || null, standing: standing || null };
  const list = useList({
    name: JSON.stringify(filter),
    page: (cursor, abort) => api.schedules({ ...filter, cursor, limit: 100, runs: 20 }, abort),
    key: (row) => row.taskId,
    subjects: ["schedule", "run"],
  });
  useEffect(() => {
    if (query.get("create") !== "1") return;
    go(changed(route.peek(), { create: null }), "replace");
    void editSchedule(null);
  }, [query]);
  const rows = list.rows.value;
  return (
    <>
      <Head title="Schedules" sub="What runs by itself, and when.">
        <button type="button" class="primary" onClick={() => editSchedule(null)}>
          <Icon name="plus" size={14} />
          New schedule
        </button>
      </Head>
      <div class="filters">
        <SearchField
          label="Search schedules"
          value={search}
          onChange={(text) => go(changed(route.peek(), { search: text }), "replace")}
        />
        <fieldset class="chips">
          <legend class="unseen">Which</legend>
          {STANDINGS.map((one) => (
            <button
              key={one}
              type="button"
              class="chip"
              aria-pressed={standing === one}
              onClick={() => go(changed(route.peek(), { standing: one }))}
            >
              {one === "" ? "All" : <State state={one} />}
            </button>
          ))}
        </fieldset>
      </div>
      <Card flush>
        {list.problem.value && rows === null && <Empty title={list.problem.value.message} />}
        {rows === null && !list.problem.value && <div class="loading" aria-busy="true" />}
        {rows !== null && rows.length === 0 && <Nothing filtered={search !== "" || standing !== ""} />}
        {rows !== null && rows.length > 0 && (
          <Rows
            kind="schedules"
            label="Schedules"
            columns={COLUMNS}
            rows={rows}
            rowKey={(row) => row.taskId}
            onMore={list.hasMore.value ? list.more : undefined}
            loadingMore={list.loadingMore.value}
          />
        )}
      </Card>
    </>
  );
}

function Nothing({ filtered }: { filtered: boolean }) {
  return filtered ? (
    <Empty title="No matching schedules." text={<Link to="/schedules">Show all</Link>} />
  ) : (
    <Empty
      title="No schedule yet."
      text="Create one with the button above, or in a terminal:"
      command='carillon once "df -h /" --every 1h --id disk'
    />
  );
}

const COLUMNS: readonly Column<ScheduleSummary>[] = [
  {
    id: "task",
    name: "Schedule",
    cell: (row) => (
      <Link to={scheduleAt(row.taskId)} class="strong" title={row.description ?? row.taskId}>
        {row.name || row.taskId}
        {row.name && <span class="under">{row.taskId}</span>}
      </Link>
    ),
  },
  { id: "standing", name: "State", cell: (row) => <State state={row.standing} /> },
  {
    id: "when",
    name: "When",
    cell: (row) => (
      <span class="when" title={row.words}>
        {row.standing === "BROKEN" ? (
          <span class="bad-text">{row.problem}</span>
        ) : row.standing === "PAUSED" && row.pausedReason ? (
          <em>{row.pausedReason}</em>
        ) : row.prospect?.code === "PAUSED_BY_FAILURES" || row.prospect?.code === "COMPLETE" ? (
          <em>{row.prospect.words}</em>
        ) : (
          row.words
        )}
        {row.zone && row.zone !== "UTC" && row.standing === "ACTIVE" && (
          <span class="quiet"> {row.zone}</span>
        )}
      </span>
    ),
  },
  {
    id: "spark",
    name: "Last runs",
    cell: (row) => (
      <Spark runs={row.runs.map((run) => ({ key: run.key, state: run.state, ms: run.tookMs ?? null }))} />
    ),
  },
  {
    id: "next",
    name: "Next",
    cell: (row) =>
      row.standing === "ACTIVE" && row.nextFire ? (
        <span class="next">
          <Ago at={instant(row.nextFire.due ?? row.nextFire.at)} zone={row.zone} />
          <span class="quiet">
            <Time at={instant(row.nextFire.due ?? row.nextFire.at)} zone={row.zone} />
          </span>
        </span>
      ) : (
        <span class="none" title={row.prospect?.words}>
          –
        </span>
      ),
  },
  {
    id: "do",
    name: "Actions",
    head: <span class="unseen">Actions</span>,
    right: true,
    cell: (row) => <RowActions row={row} />,
  },
];

function RowActions({ row }: { row: ScheduleSummary }) {
  const resume = () =>
    resumeSchedule(row.taskId)
      .then(() => say(`${row.taskId} is resumed.`))
      .catch(complain);
  return (
    <span class="row-actions">
      <button
        type="button"
        class="ghost square"
        title="Run now"
        aria-label={`Run ${row.taskId} now`}
        onClick={() => runScheduleNow(row.taskId)}
      >
        <Icon name="bolt" size={14} />
      </button>
      {row.standing === "PAUSED" ? (
        <button
          type="button"
          class="ghost square"
          title="Resume"
          aria-label={`Resume ${row.taskId}`}
          onClick={resume}
        >
          <Icon name="play" size={14} />
        </button>
      ) : (
        <button
          type="button"
          class="ghost square"
          title="Pause"
          aria-label={`Pause ${row.taskId}`}
          onClick={() => pauseSchedule(row)}
        >
          <Icon name="pause" size={14} />
        </button>
      )}
    </span>
  );
}
