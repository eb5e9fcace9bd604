package dev.carillon.console.api.execution;

import dev.carillon.console.history.HistoryFreshness;
import dev.carillon.console.history.state.OpenRuns;
import dev.carillon.console.history.state.OutcomeCounts;
import dev.carillon.console.history.state.WorkerEntry;
import dev.carillon.schemas.json.Fields;
import dev.carillon.schemas.worker.Heartbeat;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import tools.jackson.databind.node.ObjectNode;

/** History freshness, workers and figures as JSON, as {@code openapi.yaml} describes them. */
final class BoardJson {
    private static final double NANOS_A_SECOND = 1_000_000_000.0;

    private BoardJson() {}

    static void freshness(JsonObject out, HistoryFreshness freshness) {
        out.text("newest", freshness.newest())
                .number("behind", freshness.behind() < 0 ? null : (Long) freshness.behind())
                .flag("caughtUp", freshness.caughtUp())
                .text("kafkaGone", freshness.kafkaGone());
    }

    static ObjectNode workers(List<WorkerEntry> workers, Instant now) {
        return new JsonObject()
                .list("items", workers, (out, worker) -> worker(out, worker, now))
                .node();
    }

    private static void worker(JsonObject out, WorkerEntry worker, Instant now) {
        Heartbeat last = worker.last();
        Heartbeat.Load load = last.load();
        out.text("workerId", last.worker().id())
                .text("incarnation", last.worker().incarnation())
                .text("name", last.name())
                .text("host", last.host())
                .text("version", last.version())
                .text("state", worker.gone() ? "gone" : Fields.spelled(last.state()))
                .number("capacity", load.capacity())
                .number("running", load.running())
                .number("held", load.held())
                .number("weight", load.weight())
                .decimal("cpu", load.cpu())
                .number("memory", load.memory())
                .number("networkBytes", load.networkBytes())
                .texts("queues", last.queues())
                .texts("types", last.types())
                .texts("partitions", last.partitions())
                .text("startedAt", last.startedAt())
                .text("heardAt", worker.heard())
                .millis("silenceMs", worker.heard(), now);
    }

    static ObjectNode stats(OutcomeCounts tally, OpenRuns open, Instant since, Instant until) {
        OutcomeCounts.Counts counts = tally.counts();
        long run = counts.succeeded() + counts.failed() + counts.cancelled() + counts.expired();
        long completed = counts.succeeded() + counts.failed();
        double seconds = Duration.between(since, until).toNanos() / NANOS_A_SECOND;
        return new JsonObject()
                .text("since", since)
                .text("until", until)
                .object("ended", out -> counts(out, counts))
                .number("attempts", tally.attempts())
                .decimal("perSecond", run / seconds)
                .decimal("successRate", completed == 0 ? null : (Double) ((double) counts.succeeded() / completed))
                .object("took", out -> spread(out, tally.took()))
                .object("lateness", out -> spread(out, tally.lateness()))
                .list("slots", tally.slots(), (out, slot) -> out.text("start", slot.start())
                        .object("ended", ended -> counts(ended, slot.counts())))
                .object("open", out -> open(out, open))
                .node();
    }

    private static void counts(JsonObject out, OutcomeCounts.Counts counts) {
        out.number("succeeded", counts.succeeded())
                .number("failed", counts.failed())
                .number("cancelled", counts.cancelled())
                .number("expired", counts.expired())
                .number("skipped", counts.skipped());
    }

    private static void spread(JsonObject out, OutcomeCounts.Spread spread) {
        out.number("count", spread.count())
                .millis("p50Ms", spread.p50())
                .millis("p95Ms", spread.p95())
                .millis("p99Ms", spread.p99());
    }

    private static void open(JsonObject out, OpenRuns open) {
        out.number("pending", open.pending())
                .number("queued", open.queued())
                .number("running", open.running())
                .number("retrying", open.retrying())
                .number("overdue", open.overdue());
    }
}
