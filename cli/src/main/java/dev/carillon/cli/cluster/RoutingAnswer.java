package dev.carillon.cli.cluster;

import com.fasterxml.jackson.annotation.JsonInclude;
import dev.carillon.client.settings.RoutingSwitch;
import dev.carillon.insight.worker.WorkerSeen;
import dev.carillon.insight.worker.WorkerShares;
import dev.carillon.schemas.json.Fields;
import dev.carillon.schemas.worker.Heartbeat;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The default routing and the workers' shares as JSON. */
@JsonInclude(JsonInclude.Include.ALWAYS)
record RoutingAnswer(
        String routing,
        boolean set,
        @Nullable Instant since,
        @Nullable String by,
        @Nullable String reason,
        List<Share> workers,
        long ended,
        long spanMs) {

    /** What one worker has in hand, and how many attempts it ended. */
    record Share(String workerId, int weight, int capacity, long inHand, long ended) {}

    static RoutingAnswer of(RoutingSwitch.Standing current, List<WorkerSeen> workers, WorkerShares shares) {
        return new RoutingAnswer(
                Fields.spelled(current.routing()),
                current.set(),
                current.since(),
                current.by(),
                current.reason(),
                workers.stream().map(worker -> share(worker, shares)).toList(),
                shares.all(),
                shares.span().toMillis());
    }

    private static Share share(WorkerSeen worker, WorkerShares shares) {
        Heartbeat.Load load = worker.heartbeat().load();
        return new Share(
                worker.id(), load.weight(), load.capacity(), RoutingWords.inHand(load), shares.of(worker.id()));
    }
}
