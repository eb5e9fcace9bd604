package dev.carillon.standalone.roles;

import dev.carillon.client.RecordLog;
import dev.carillon.console.cluster.ClusterView;
import dev.carillon.kit.time.SystemTime;
import dev.carillon.schemas.topic.TopicNames;
import dev.carillon.standalone.look.AttentionItem;
import dev.carillon.standalone.look.ClusterJson;
import dev.carillon.standalone.look.ClusterLook;
import dev.carillon.standalone.look.ClusterStatus;
import dev.carillon.standalone.look.HealthJudge;
import dev.carillon.standalone.look.TopicScan;
import java.time.Clock;
import java.time.Instant;
import java.util.List;

/** Reads the state of the cluster for the console, in the same way as {@code carillon status}. */
public final class LookedAtCluster implements ClusterView {
    private final TopicNames names;
    private final Clock clock;

    public LookedAtCluster(TopicNames names, Clock clock) {
        this.names = names;
        this.clock = clock;
    }

    @Override
    public Seen look(RecordLog log) {
        Instant now = clock.instant();
        // Progress is not shown: the page keeps the last state until the scan is done.
        TopicScan scan = new TopicScan(log, SystemTime.ticker(), progress -> {});
        ClusterStatus status = new ClusterLook(scan, names, now).status();
        List<AttentionItem> needs = HealthJudge.of(status);
        return new Seen(
                now,
                ClusterJson.of(status, needs),
                needs.stream()
                        .map(need -> new dev.carillon.console.cluster.AttentionItem(
                                need.kind().name(), need.words(), need.next(), path(need.kind())))
                        .toList());
    }

    /** The page with the details. */
    private static String path(AttentionItem.Kind kind) {
        return switch (kind) {
            case NO_WORKER, WORKER_SILENT, QUEUE_UNSERVED, QUEUE_SLOW -> "/workers";
            case SCHEDULES_BROKEN -> "/schedules?standing=BROKEN";
            case DEAD_LETTERS -> "/letters";
            case TOPICS_MISSING, NO_TRIGGER, TRIGGER_SILENT, TRIGGER_BEHIND, COLLECTOR_BEHIND -> "/";
        };
    }
}
