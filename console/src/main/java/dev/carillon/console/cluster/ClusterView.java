package dev.carillon.console.cluster;

import dev.carillon.client.RecordLog;
import java.time.Instant;
import java.util.List;
import tools.jackson.databind.node.ObjectNode;

/** Looks at a whole cluster. */
@FunctionalInterface
public interface ClusterView {
    /** May read many records; called by one thread at a time. */
    Seen look(RecordLog log);

    /**
     * How a cluster stood.
     *
     * @param json as the command line shows it
     * @param needs what a person should see to, the worst first
     */
    record Seen(Instant at, ObjectNode json, List<Need> needs) {}
}
