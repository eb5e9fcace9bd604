import type { Signal } from "@preact/signals";
import { api } from "../api/calls.ts";
import { isOpen, type Run } from "../api/types.ts";
import { runAt } from "../core/route.ts";
import { commandLine } from "../core/shell.ts";
import { duration, instant } from "../core/time.ts";
import { useList } from "../ui/list.ts";
import { Link } from "../ui/navigation.tsx";
import { Empty } from "../ui/parts.tsx";
import { type Column, Rows } from "../ui/rows.tsx";
import { State } from "../ui/state.tsx";
import { Ago, Time, Took } from "../ui/times.tsx";

interface RunRowsProps {
  filter: Record<string, string | null>;
  /** Whether all are of one task, so that the column with its name is left out. */
  ofOne?: boolean;
  /** Shows this many rows at most, and no older ones. */
  most?: number;
  chosen?: Signal<ReadonlyMap<string, Run>>;
  /** Whether a filter is set, which an empty list then names as the cause. */
  filtered?: boolean;
  /** Zone of the task's own instants. */
  zone?: string | null;
}

const FIRST_PAGE = 50;
const NEXT_PAGES = 250;

/** Runs, newest first; their rows are updated in place. */
export function RunRows({ filter, ofOne, most, chosen, filtered, zone }: RunRowsProps) {
  const list = useList<Run>({
    name: JSON.stringify([filter, most]),
    page: (cursor, abort) =>
      api.runs({ ...filter, cursor, limit: most ?? (cursor === null ? FIRST_PAGE : NEXT_PAGES) }, abort),
    key: (run) => run.key,
    subjects: ["run"],
    again: { may: (run) => isOpen(run.state), one: (run, abort) => api.run(run.key, abort) },
  });
  const rows = list.rows.value;
  if (rows === null) {
    return list.problem.value ? (
      <Empty title={list.problem.value.message} />
    ) : (
      <div class="loading" aria-busy="true" />
    );
  }
  if (rows.length === 0) return <NoRuns filter={filter} filtered={filtered} />;
  const columns = columnsIn(zone).filter((column) => column.id !== (ofOne ? "task" : "time"));
  return (
    <Rows
      kind={`runs${ofOne ? " of-one" : ""}${chosen ? " choosing" : ""}`}
      label="Runs"
      columns={chosen ? [choice(chosen), ...columns] : columns}
      rows={most ? rows.slice(0, most) : rows}
      rowKey={(run) => run.key}
      fresh={list.fresh.value}
      noun="run"
      onFresh={list.showNew}
      onMore={list.hasMore.value && !most ? list.more : undefined}
      loadingMore={list.loadingMore.value}
    />
  );
}

function NoRuns({ filter, filtered }: { filter: Record<string, string | null>; filtered?: boolean }) {
  if (filtered) return <Empty title="No matching runs." text={<Link to="/runs">Show all runs</Link>} />;
  const { taskId } = filter;
  return taskId ? (
    <Empty
      title="It has not run yet."
      text="Wait for its next fire, or run it now:"
      command={commandLine("schedule", "run", taskId, "--wait")}
    />
  ) : (
    <Empty
      title="Nothing has run yet."
      text="Run a command once:"
      command={commandLine("once", "echo hello", "--wait")}
    />
  );
}

function choice(chosen: Signal<ReadonlyMap<string, Run>>): Column<Run> {
  const set = (run: Run, on: boolean) => {
    const next = new Map(chosen.value);
    if (on) next.set(run.key, run);
    else next.delete(run.key);
    chosen.value = next;
  };
  return {
    id: "choice",
    name: "Choose",
    head: <span class="unseen">Choose</span>,
    cell: (run) => (
      <input
        type="checkbox"
        aria-label={`Choose ${run.key}`}
        checked={chosen.value.has(run.key)}
        onChange={(event) => set(run, event.currentTarget.checked)}
      />
    ),
  };
}

/** A backfill's run may be due a year ago, so the time of its first record counts instead. */
const at = (run: Run) =>
  instant(run.started) ??
  (run.origin === "backfill" ? instant(run.firstHeard) : (instant(run.due) ?? instant(run.firstHeard)));

const columnsIn = (zone?: string | null): readonly Column<Run>[] => [
  { id: "state", name: "State", cell: (run) => <State state={run.state} /> },
  {
    id: "task",
    name: "Run",
    cell: (run) => (
      <Link to={runAt(run.key)} class="strong" title={run.key}>
        {run.name || run.taskId}
        {run.name && <span class="under">{run.taskId}</span>}
      </Link>
    ),
  },
  {
    id: "time",
    name: "Run",
    cell: (run) => (
      <Link to={runAt(run.key)} class="strong" title={run.key}>
        <Time at={instant(run.due) ?? at(run)} zone={zone} />
        {run.origin && run.origin !== "tick" && <span class="under">{run.origin}</span>}
      </Link>
    ),
  },
  { id: "message", name: "Message", cell: (run) => <Said run={run} /> },
  {
    id: "tries",
    name: "Tries",
    right: true,
    wide: true,
    cell: (run) =>
      run.attempts > 1 ? (
        <span class="warn-text">{run.attempts}</span>
      ) : (
        <span class="quiet">{run.attempts}</span>
      ),
  },
  {
    id: "took",
    name: "Took",
    right: true,
    cell: (run) =>
      run.tookMs !== undefined ? (
        <span class="took">{duration(run.tookMs)}</span>
      ) : run.state === "RUNNING" ? (
        <Took from={instant(run.started)} to={null} />
      ) : (
        <span class="none">–</span>
      ),
  },
  {
    id: "at",
    name: "Started",
    right: true,
    cell: (run) => (
      <span class="quiet">
        <Ago at={at(run)} zone={zone} />
      </span>
    ),
  },
];

function Said({ run }: { run: Run }) {
  if (run.skipped) {
    const { reason, count } = run.skipped;
    return (
      <span class="said quiet">{count > 1 ? `${count} ticks skipped: ${reason}` : `skipped: ${reason}`}</span>
    );
  }
  const next = instant(run.nextAttempt);
  const text = run.message ?? "";
  return (
    <span class="said" title={text}>
      {run.code && run.state !== "SUCCEEDED" && <code class="code-word">{run.code}</code>}
      {run.state === "RETRYING" && next !== null && (
        <span class="warn-text">
          again <Ago at={next} />{" "}
        </span>
      )}
      <span class="quiet">{text}</span>
    </span>
  );
}
