import { api } from "../api/calls.ts";
import type { Worker } from "../api/types.ts";
import { address } from "../core/route.ts";
import { duration, instant } from "../core/time.ts";
import { bytes, count } from "../core/words.ts";
import { Link } from "../ui/navigation.tsx";
import { Card, Empty, Facts, Head, Loaded } from "../ui/parts.tsx";
import { useQuery } from "../ui/query.ts";
import { now } from "../ui/settings.ts";
import { State } from "../ui/state.tsx";
import { Ago } from "../ui/times.tsx";

export function WorkersPage() {
  const workers = useQuery("workers", api.workers, ["worker"], 2_000);
  return (
    <>
      <Head title="Workers" sub="The workers, by their last heartbeats." />
      <Loaded query={workers}>
        {({ items }) =>
          items.length === 0 ? (
            <Card>
              <Empty title="No worker is known." text="Start one:" command="carillon run worker" />
            </Card>
          ) : (
            <div class="workers">
              {[...items].sort(byLife).map((worker) => (
                <WorkerCard key={worker.workerId} worker={worker} />
              ))}
            </div>
          )
        }
      </Loaded>
    </>
  );
}

function byLife(a: Worker, b: Worker): number {
  return Number(a.state === "gone") - Number(b.state === "gone") || a.workerId.localeCompare(b.workerId);
}

const MAX_SLOTS = 60;

function WorkerCard({ worker }: { worker: Worker }) {
  const { workerId, name, state, capacity, running, held, cpu, memory, networkBytes } = worker;
  const gone = state === "gone";
  return (
    <section class={`card worker ${gone ? "gone" : ""}`} aria-label={name ?? workerId}>
      <header class="card-head">
        <h2>
          <Link class="row-link" to={address("/runs", { worker: workerId })} title="Its runs">
            {name ?? workerId}
          </Link>
        </h2>
        <div class="aside">
          <State state={state} />
        </div>
      </header>
      <div class="slots">
        <div class="slot-row" role="img" aria-label={`${running} of ${capacity} slots in use`}>
          {Array.from({ length: Math.min(capacity, MAX_SLOTS) }, (_, index) => (
            <span key={index} class={index < running ? "slot used" : "slot"} />
          ))}
        </div>
        <span class="quiet">
          <strong>{running}</strong> of {capacity} slots
          {held > 0 ? ` · ${held.toLocaleString("en-GB")} held` : ""}
        </span>
      </div>
      <Facts
        facts={[
          ["Heartbeat", <Heartbeat key="h" worker={worker} />],
          ["Up for", gone ? null : duration(now.value - (instant(worker.startedAt) ?? now.value))],
          ["Processor", cpu === undefined ? <Unknown key="c" /> : `${Math.round(cpu * 100)} %`],
          ["Memory", memory === undefined ? <Unknown key="m" /> : bytes(memory)],
          ["Network", networkBytes === undefined ? <Unknown key="n" /> : bytes(networkBytes)],
          ["Queues", worker.queues.join(", ")],
          ["Types", worker.types.join(", ")],
          ["Host", worker.host],
          ["Version", worker.version],
        ]}
      />
      <details class="partitions">
        <summary>{count(worker.partitions.length, "partition")}</summary>
        <ul>
          {worker.partitions.map((partition) => (
            <li key={partition}>
              <code>{partition}</code>
            </li>
          ))}
        </ul>
      </details>
    </section>
  );
}

function Heartbeat({ worker }: { worker: Worker }) {
  return (
    <span class={worker.silenceMs > 10_000 ? "bad-text" : ""}>
      <Ago at={instant(worker.heardAt)} />
    </span>
  );
}

function Unknown() {
  return (
    <span class="quiet" title="Its operating system does not report it">
      unknown
    </span>
  );
}
