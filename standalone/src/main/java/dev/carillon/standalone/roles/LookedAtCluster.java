package dev.carillon.standalone.roles;

import dev.carillon.client.RecordLog;
import dev.carillon.console.cluster.ClusterView;
import dev.carillon.kit.time.SystemTime;
import dev.carillon.schemas.topic.TopicNames;
import dev.carillon.standalone.look.ClusterJson;
import dev.carillon.standalone.look.ClusterLook;
import dev.carillon.standalone.look.Health;
import dev.carillon.standalone.look.Need;
import dev.carillon.standalone.look.Pass;
import dev.carillon.standalone.look.Standing;
import java.time.Clock;
import java.time.Instant;
import java.util.List;

/** The cluster for the console, looked at as {@code carillon status} does. */
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
        // How far it is tells nobody anything: the page shows what was seen before meanwhile.
        Pass pass = new Pass(log, SystemTime.ticker(), words -> {});
        Standing standing = new ClusterLook(pass, names, now).standing();
        List<Need> needs = Health.of(standing);
        return new Seen(
                now,
                ClusterJson.of(standing, needs),
                needs.stream()
                        .map(need -> new dev.carillon.console.cluster.Need(
                                need.kind().name(), need.words(), need.next(), path(need.kind())))
                        .toList());
    }

    /** Where the page shows more. */
    private static String path(Need.Kind kind) {
        return switch (kind) {
            case NO_WORKER, WORKER_SILENT, QUEUE_UNSERVED, QUEUE_SLOW -> "/workers";
            case SCHEDULES_BROKEN -> "/schedules?standing=BROKEN";
            case DEAD_LETTERS -> "/letters";
            case TOPICS_MISSING, NO_TRIGGER, TRIGGER_SILENT, TRIGGER_BEHIND, COLLECTOR_BEHIND -> "/";
        };
    }
}
