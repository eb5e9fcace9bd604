package dev.carillon.console.cluster;

import dev.carillon.client.log.RecordLog;
import dev.carillon.insight.cluster.ClusterAnswer;
import dev.carillon.insight.cluster.ClusterLook;
import dev.carillon.insight.cluster.ClusterProblem;
import dev.carillon.insight.cluster.ClusterStatus;
import dev.carillon.insight.cluster.HealthJudge;
import dev.carillon.insight.topic.TopicScan;
import dev.carillon.kit.time.SystemTime;
import dev.carillon.schemas.topic.TopicNames;
import java.time.Clock;
import java.time.Instant;
import java.util.List;

/** Reads the state of the cluster for the console, in the same way as {@code carillon status}. */
public final class ClusterReader {
    private final TopicNames names;
    private final Clock clock;

    public ClusterReader(TopicNames names, Clock clock) {
        this.names = names;
        this.clock = clock;
    }

    /** May read many records. */
    public ClusterSnapshot read(RecordLog log) {
        Instant now = clock.instant();
        // Progress is not shown: the page keeps the last state until the scan is done.
        TopicScan scan = new TopicScan(log, SystemTime.ticker(), progress -> {});
        ClusterStatus status = new ClusterLook(scan, names, now).status();
        List<ClusterProblem> needs = HealthJudge.of(status);
        return new ClusterSnapshot(
                now,
                ClusterAnswer.of(status, needs),
                needs.stream()
                        .map(need ->
                                new AttentionItem(need.kind().name(), need.words(), need.next(), path(need.kind())))
                        .toList());
    }

    /** The page with the details. */
    private static String path(ClusterProblem.Kind kind) {
        return switch (kind) {
            case NO_WORKER, WORKER_SILENT, QUEUE_UNSERVED, QUEUE_SLOW -> "/workers";
            case SCHEDULES_BROKEN -> "/schedules?standing=BROKEN";
            case DEAD_LETTERS -> "/letters";
            case TOPICS_MISSING, NO_TRIGGER, TRIGGER_SILENT, TRIGGER_BEHIND, COLLECTOR_BEHIND -> "/";
        };
    }
}
