import { useSignal } from "@preact/signals";
import { useMemo } from "preact/hooks";
import { api } from "../api/calls.ts";
import { type ErrorGroup, isOpen, type Run } from "../api/types.ts";
import { changed, type Route, runAt } from "../core/route.ts";
import { instant, parseDuration } from "../core/time.ts";
import { count } from "../core/words.ts";
import { Icon } from "../ui/icon.tsx";
import { go, Link, route } from "../ui/navigation.tsx";
import { Card, Empty, Head, Loaded } from "../ui/parts.tsx";
import { useQuery } from "../ui/query.ts";
import { SearchField } from "../ui/search.tsx";
import { State } from "../ui/state.tsx";
import { Ago } from "../ui/times.tsx";
import { cancelRuns, retryRuns } from "./actions.tsx";
import { RunRows } from "./runrows.tsx";

const CHIPS: readonly (readonly [string, string])[] = [
  ["RUNNING", "RUNNING"],
  ["PENDING,QUEUED", "QUEUED"],
  ["RETRYING", "RETRYING"],
  ["SUCCEEDED", "SUCCEEDED"],
  ["FAILED", "FAILED"],
  ["CANCELLED", "CANCELLED"],
  ["SKIPPED", "SKIPPED"],
];
const PERIODS: readonly (readonly [string, string])[] = [
  ["", "Any time"],
  ["15m", "Last 15 minutes"],
  ["1h", "Last hour"],
  ["24h", "Last day"],
  ["7d", "Last week"],
];
/** Filters without a field of their own: links set them, and they can be removed. */
const MORE = ["taskId", "worker", "type", "origin", "code", "error", "label"] as const;

/** The filter of an address, as parameters of the console's API. */
function filterOf({ query }: Route): Record<string, string | null> {
  const back = parseDuration(query.get("back") ?? "");
  const filter: Record<string, string | null> = {
    search: query.get("search"),
    state: query.get("state"),
    queue: query.get("queue"),
    since: back === null ? null : new Date(Date.now() - back).toISOString(),
  };
  for (const name of MORE) filter[name] = query.get(name);
  return filter;
}

const set = (changes: Record<string, string | null>) => go(changed(route.peek(), changes), "replace");

export function RunsPage() {
  const here = route.value;
  const address = changed(here, {});
  const filter = useMemo(() => filterOf(here), [address]);
  const grouped = here.query.get("group") === "error";
  const filtered = Object.values(filter).some((value) => value !== null);
  const chosen = useSignal<ReadonlyMap<string, Run>>(new Map());
  return (
    <>
      <Head title="Runs" sub="Everything that ran, runs, or waits to run.">
        <div class="switch" role="group" aria-label="Show">
          <button type="button" aria-pressed={!grouped} onClick={() => set({ group: null })}>
            One by one
          </button>
          <button type="button" aria-pressed={grouped} onClick={() => set({ group: "error" })}>
            By error
          </button>
        </div>
      </Head>
      <Filters here={here} />
      {grouped ? (
        <Card flush>
          <Errors address={address} filter={filter} />
        </Card>
      ) : (
        <Card flush>
          <RunRows filter={filter} filtered={filtered} chosen={chosen} />
        </Card>
      )}
      <Chosen chosen={chosen.value} clear={() => (chosen.value = new Map())} />
    </>
  );
}

function Filters({ here }: { here: Route }) {
  const { query } = here;
  const state = query.get("state") ?? "";
  const more = MORE.filter((name) => query.has(name));
  return (
    <div class="filters">
      <SearchField
        label="Task begins with"
        value={query.get("search") ?? ""}
        onChange={(text) => set({ search: text })}
      />
      <select
        aria-label="Period"
        value={query.get("back") ?? ""}
        onChange={(event) => set({ back: event.currentTarget.value })}
      >
        {PERIODS.map(([value, word]) => (
          <option key={value} value={value}>
            {word}
          </option>
        ))}
      </select>
      <input
        class="queue-field"
        aria-label="Queue"
        placeholder="Any queue"
        value={query.get("queue") ?? ""}
        pattern="[a-z0-9\-]{1,50}"
        autocomplete="off"
        onChange={(event) =>
          event.currentTarget.checkValidity() && set({ queue: event.currentTarget.value.trim() })
        }
      />
      <fieldset class="chips">
        <legend class="unseen">States</legend>
        <button type="button" class="chip" aria-pressed={state === ""} onClick={() => set({ state: null })}>
          All
        </button>
        {CHIPS.map(([value, look]) => (
          <button
            key={value}
            type="button"
            class="chip"
            aria-pressed={state === value}
            onClick={() => set({ state: state === value ? null : value })}
          >
            <State state={look} />
          </button>
        ))}
      </fieldset>
      {more.length > 0 && (
        <ul class="chips">
          {more.map((name) => (
            <li key={name} class="chip-static">
              <span class="quiet">{name}</span> {query.get(name)}
              <button
                type="button"
                class="ghost square"
                aria-label={`Remove the filter ${name}`}
                onClick={() => set({ [name]: null })}
              >
                <Icon name="cross" size={12} />
              </button>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}

function Errors({ address, filter }: { address: string; filter: Record<string, string | null> }) {
  const groups = useQuery(address, (abort) => api.errors({ ...filter, limit: 100 }, abort), ["run"], 3_000);
  return (
    <Loaded query={groups}>
      {(data) =>
        data.items.length === 0 ? (
          <Empty
            title="No failures here."
            text="Failed runs appear here, grouped by error, the most frequent first."
          />
        ) : (
          <ul class="errors">
            {data.items.map((group) => (
              <ErrorRow key={group.id} group={group} />
            ))}
          </ul>
        )
      }
    </Loaded>
  );
}

function ErrorRow({ group }: { group: ErrorGroup }) {
  const one = changed(route.value, { group: null, error: group.id, state: null });
  return (
    <li>
      <span class="error-count">{group.runs.toLocaleString("en-GB")}</span>
      <div class="grow">
        <p class="error-words">
          {group.code && <code class="code-word">{group.code}</code>}
          <Link class="row-link" to={one}>
            {group.message || "No message"}
          </Link>
        </p>
        <p class="quiet">
          first <Ago at={instant(group.first)} /> · last <Ago at={instant(group.last)} /> ·{" "}
          <Link to={runAt(group.lastRun)}>the newest</Link>
        </p>
      </div>
    </li>
  );
}

function Chosen({ chosen, clear }: { chosen: ReadonlyMap<string, Run>; clear: () => void }) {
  if (chosen.size === 0) return null;
  const runs = [...chosen.values()];
  const open = runs.filter((run) => isOpen(run.state));
  const ended = runs.filter((run) => !isOpen(run.state) && run.state !== "SKIPPED");
  return (
    <section class="chosen" aria-label="Chosen runs">
      <strong>{count(chosen.size, "run")} chosen</strong>
      <button type="button" disabled={ended.length === 0} onClick={() => retryRuns(ended, clear)}>
        <Icon name="retry" size={14} />
        Retry{ended.length > 0 && ended.length < runs.length ? ` (${ended.length})` : ""}
      </button>
      <button type="button" disabled={open.length === 0} onClick={() => cancelRuns(open, clear)}>
        <Icon name="ban" size={14} />
        Cancel{open.length > 0 && open.length < runs.length ? ` (${open.length})` : ""}
      </button>
      <button type="button" class="ghost" onClick={clear}>
        Clear
      </button>
    </section>
  );
}
