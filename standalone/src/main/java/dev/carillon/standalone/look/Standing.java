package dev.carillon.standalone.look;

import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The whole system at one moment.
 *
 * @param missing topics that should be there and are not
 * @param collector what the collector has not taken in yet
 */
public record Standing(
        Instant now,
        List<String> missing,
        TriggerSeen trigger,
        WorkersSeen workers,
        List<QueueLoad> queues,
        List<Backlog> collector,
        Ends ends) {

    /**
     * How executions end, and which have not.
     *
     * @param recent over {@link #RECENT_MINUTES}
     * @param retrying executions that failed an attempt and have not ended; below zero if there was too much to read
     * @param delayed tasks in {@code delayed} whose time has not come; below zero likewise
     * @param dead how many dead letters were neither replayed nor dropped; below zero likewise
     * @param lastDead when the last of them was written
     */
    public record Ends(
            @Nullable Statistics recent,
            long retrying,
            long delayed,
            long dead,
            @Nullable Instant lastDead) {
        public static final int RECENT_MINUTES = 10;
        public static final long TOO_MANY = -1;
    }
}
