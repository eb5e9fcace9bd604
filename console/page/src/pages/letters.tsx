import { useSignal } from "@preact/signals";
import { api } from "../api/calls.ts";
import type { DeadLetter, Run } from "../api/types.ts";
import { changed, runAt } from "../core/route.ts";
import { instant } from "../core/time.ts";
import { count } from "../core/words.ts";
import { openDialog } from "../ui/dialog.tsx";
import { Icon } from "../ui/icon.tsx";
import { useList } from "../ui/list.ts";
import { go, Link, route } from "../ui/navigation.tsx";
import { Card, Empty, Facts, Head, Loaded } from "../ui/parts.tsx";
import { useQuery } from "../ui/query.ts";
import { type Column, Rows } from "../ui/rows.tsx";
import { State } from "../ui/state.tsx";
import { Ago } from "../ui/times.tsx";
import { cancelRuns, dropLetters, replayLetters } from "./actions.tsx";
import { Record } from "./records.tsx";

const isExecution = (key: string) => /^[A-Za-z0-9._-]{1,200}:./.test(key);

export function LettersPage() {
  const { query } = route.value;
  const all = query.get("all") === "true";
  const filter = { taskId: query.get("taskId"), cause: query.get("cause"), all: all ? "true" : null };
  const retries = useQuery("retries", (abort) => api.retries(50, abort), ["run"], 1_500);
  const list = useList<DeadLetter>({
    name: JSON.stringify(filter),
    page: (cursor, abort) => api.letters({ ...filter, cursor, limit: 100 }, abort),
    key: (letter) => letter.position,
    subjects: ["dead-letter"],
  });
  const rows = list.rows.value;
  return (
    <>
      <Head title="Retries and dead letters" sub="Runs that wait for a retry, and dead letters." />
      <Card title="Waiting for a retry" flush>
        <Loaded query={retries}>{(data) => <Retries runs={data.items} />}</Loaded>
      </Card>
      <Card
        title="Dead letters"
        flush
        aside={
          <label class="check">
            <input
              type="checkbox"
              checked={all}
              onChange={(event) =>
                go(changed(route.peek(), { all: event.currentTarget.checked ? "true" : null }), "replace")
              }
            />
            with replayed and dropped ones
          </label>
        }
      >
        {rows === null && <div class="loading" aria-busy="true" />}
        {rows !== null && rows.length === 0 && (
          <Empty
            title="No dead letters."
            text="Tasks that failed for good and records that could not be read appear here. In a terminal:"
            command="carillon dlq list"
          />
        )}
        {rows !== null && rows.length > 0 && (
          <Rows
            kind="letters"
            label="Dead letters"
            columns={COLUMNS}
            rows={rows}
            rowKey={(letter) => letter.position}
            fresh={list.fresh.value}
            noun="dead letter"
            onFresh={list.showNew}
            onMore={list.hasMore.value ? list.more : undefined}
            loadingMore={list.loadingMore.value}
          />
        )}
        {list.problem.value && rows === null && <Empty title={list.problem.value.message} />}
      </Card>
    </>
  );
}

function Retries({ runs }: { runs: readonly Run[] }) {
  if (runs.length === 0) return <Empty title="No run waits for a retry." />;
  return (
    <ul class="plain-list">
      {runs.map((run) => (
        <li key={run.key}>
          <State state="RETRYING" />
          <Link class="row-link strong" to={runAt(run.key)}>
            {run.name || run.taskId}
          </Link>
          <span class="said grow quiet" title={run.message}>
            {run.message}
          </span>
          <span class="quiet">{count(run.attempts, "attempt")}</span>
          <span class="soon">
            <Ago at={instant(run.nextAttempt)} />
          </span>
          <button
            type="button"
            class="ghost square"
            aria-label={`Cancel ${run.key}`}
            title="Cancel"
            onClick={() => cancelRuns([run])}
          >
            <Icon name="ban" size={14} />
          </button>
        </li>
      ))}
    </ul>
  );
}

const COLUMNS: readonly Column<DeadLetter>[] = [
  {
    id: "key",
    name: "What",
    cell: (letter) =>
      isExecution(letter.key) ? (
        <Link class="strong" to={runAt(letter.key)} title={letter.key}>
          {letter.key}
        </Link>
      ) : (
        <button type="button" class="link strong" onClick={() => showLetter(letter)}>
          {letter.key || letter.position}
        </button>
      ),
  },
  { id: "cause", name: "Cause", cell: (letter) => <code class="code-word">{letter.cause}</code> },
  {
    id: "message",
    name: "Problem",
    cell: (letter) => (
      <span class="said quiet" title={letter.message}>
        {letter.message}
      </span>
    ),
  },
  {
    id: "at",
    name: "Since",
    right: true,
    cell: (letter) => (
      <span class="quiet">
        <Ago at={instant(letter.appended)} />
      </span>
    ),
  },
  {
    id: "do",
    name: "Actions",
    head: <span class="unseen">Actions</span>,
    right: true,
    cell: (letter) => <LetterActions letter={letter} />,
  },
];

function LetterActions({ letter }: { letter: DeadLetter }) {
  if (letter.standing !== "OPEN") {
    return letter.replayedAs ? (
      <Link to={runAt(letter.replayedAs)}>replayed</Link>
    ) : (
      <span class="quiet">{letter.standing.toLowerCase()}</span>
    );
  }
  return (
    <span class="row-actions">
      <button
        type="button"
        class="ghost square"
        title="Show its record"
        aria-label={`Show ${letter.position}`}
        onClick={() => showLetter(letter)}
      >
        <Icon name="search" size={14} />
      </button>
      <button
        type="button"
        class="ghost square"
        title="Replay"
        aria-label={`Replay ${letter.key}`}
        onClick={() => replayLetters([letter])}
      >
        <Icon name="retry" size={14} />
      </button>
      <button
        type="button"
        class="ghost square"
        title="Drop"
        aria-label={`Drop ${letter.key}`}
        onClick={() => dropLetters([letter])}
      >
        <Icon name="trash" size={14} />
      </button>
    </span>
  );
}

function showLetter(letter: DeadLetter): void {
  openDialog({ title: "Dead letter", wide: true, body: () => <Letter letter={letter} /> });
}

function Letter({ letter }: { letter: DeadLetter }) {
  const chosen = useSignal(letter.position);
  const detail = useQuery(chosen.value, (abort) => api.letter(letter.position, abort), []);
  return (
    <div class="letter">
      <Facts
        facts={[
          ["Position", <code key="p">{letter.position}</code>],
          ["Cause", <code key="c">{letter.cause}</code>],
          ["Problem", letter.message],
          [
            "Came from",
            letter.origin && (
              <code key="o">{`${letter.origin.topic}-${letter.origin.partition}@${letter.origin.offset}`}</code>
            ),
          ],
        ]}
      />
      <Loaded query={detail}>
        {(data) => (
          <>
            {data.whyNot && <p class="note idle">{data.whyNot}</p>}
            {data.record && <Record record={data.record} open />}
          </>
        )}
      </Loaded>
    </div>
  );
}
