package dev.carillon.insight.cluster;

import dev.carillon.insight.topic.Backlog;
import dev.carillon.insight.worker.WorkersSeen;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The status of the whole system at one moment.
 *
 * @param missing topics that should exist and do not
 * @param collector the records that the collector has not processed yet
 */
public record ClusterStatus(
        Instant now,
        List<String> missing,
        TriggerSeen trigger,
        WorkersSeen workers,
        List<QueueLoad> queues,
        List<Backlog> collector,
        Ends ends) {

    /**
     * How executions ended lately, and how many are still open.
     *
     * @param recent the outcomes of the last {@link #RECENT_MINUTES}; null if there are too many
     * @param retrying executions that failed an attempt and have not ended; below zero if there are too many to count
     * @param delayed tasks in {@code delayed} that are not due yet; below zero likewise
     * @param dead how many dead letters were neither replayed nor dropped; below zero likewise
     * @param lastDead when the last of them was written
     */
    public record Ends(
            @Nullable OutcomeStatistics recent,
            long retrying,
            long delayed,
            long dead,
            @Nullable Instant lastDead) {
        public static final int RECENT_MINUTES = 10;
        public static final long TOO_MANY = -1;
    }
}
