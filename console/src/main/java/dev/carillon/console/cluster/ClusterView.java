package dev.carillon.console.cluster;

import dev.carillon.client.RecordLog;
import java.time.Instant;
import java.util.List;
import tools.jackson.databind.node.ObjectNode;

/** Reads the status of the whole cluster. */
@FunctionalInterface
public interface ClusterView {
    /** May read many records; called by one thread at a time. */
    Seen look(RecordLog log);

    /**
     * Status of the cluster at one instant.
     *
     * @param json as {@code carillon status -o json} prints it
     * @param needs what needs an operator, the worst first
     */
    record Seen(Instant at, ObjectNode json, List<AttentionItem> needs) {}
}
