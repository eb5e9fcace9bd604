import { useSignal } from "@preact/signals";
import { api } from "../api/calls.ts";
import type { RawRecord } from "../api/types.ts";
import { instant } from "../core/time.ts";
import { bytes } from "../core/words.ts";
import { Empty, Facts, Json, Loaded } from "../ui/parts.tsx";
import { useQuery } from "../ui/query.ts";
import { Time } from "../ui/times.tsx";

/** The Kafka records of a run, read from the topics only on request. */
export function RawRecords({ runKey }: { runKey: string }) {
  const wanted = useSignal(false);
  const records = useQuery(
    wanted.value ? runKey : null,
    (abort) => api.records(runKey, abort),
    ["run"],
    3_000,
    (id) => id === runKey,
  );
  if (!wanted.value) {
    return (
      <div class="inset">
        <button
          type="button"
          onClick={() => {
            wanted.value = true;
          }}
        >
          Read them from the topics
        </button>
      </div>
    );
  }
  return (
    <Loaded query={records}>
      {(data) =>
        data.items.length === 0 ? (
          <Empty title="The topics do not keep them any more." />
        ) : (
          <List records={data.items} />
        )
      }
    </Loaded>
  );
}

function List({ records }: { records: readonly RawRecord[] }) {
  return (
    <ul class="records">
      {records.map((record) => (
        <li key={`${record.topic}-${record.partition}@${record.offset}`}>
          <Record record={record} />
        </li>
      ))}
    </ul>
  );
}

export function Record({ record, open }: { record: RawRecord; open?: boolean }) {
  const { topic, partition, offset, appended, headers, value, text, gone } = record;
  return (
    <details open={open}>
      <summary>
        <code class="grow">
          {topic}-{partition}@{offset}
        </code>
        <span class="quiet">{record.bytes === undefined ? "" : bytes(record.bytes)}</span>
        <span class="quiet">
          <Time at={instant(appended)} />
        </span>
      </summary>
      {gone && <p class="quiet">The topic does not keep it any more.</p>}
      <Facts
        facts={[
          ["Key", record.key && <code>{record.key}</code>],
          ...Object.entries(headers).map(([name, held]) => [name, <code key={name}>{held}</code>] as const),
        ]}
      />
      {(value !== undefined || text !== undefined) && (
        <Json value={value !== undefined ? value : text} label={`Value of ${topic}-${partition}@${offset}`} />
      )}
    </details>
  );
}
