package dev.carillon.worker;

import dev.carillon.schemas.topic.Lane;
import dev.carillon.schemas.topic.TopicNames;
import dev.carillon.schemas.work.Priority;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Whether there is room for more records of a topic. The last part of the buffer is kept for higher priorities: a
 * backlog of low tasks must not keep urgent ones from being fetched.
 */
final class FetchRoom {
    /**
     * After a full buffer, fetching goes on when there is room for this many records, or for a quarter of the buffer.
     */
    private static final int RESUME_ROOM = 250;

    private static final int PERCENT = 100;

    private final int buffer;
    private final long bufferBytes;
    /** By topic. */
    private final Map<String, Share> shares = new HashMap<>();

    /** The part of the buffer that records of a priority may fill. */
    private static final class Share {
        private final int records;
        private final long bytes;
        /** Once full, it waits until there is room enough to be worth a poll. */
        private boolean waits;

        Share(int records, long bytes) {
            this.records = records;
            this.bytes = bytes;
        }
    }

    FetchRoom(int buffer, long bufferBytes, List<String> topics, TopicNames names) {
        this.buffer = buffer;
        this.bufferBytes = bufferBytes;
        for (String topic : topics) {
            int percent = percent(names.lane(topic));
            int records = Math.max(1, (int) ((long) buffer * percent / PERCENT));
            shares.put(topic, new Share(records, bufferBytes / PERCENT * percent));
        }
    }

    /** What the collector releases has waited before, and may be of any priority, so it may fill the buffer. */
    private static int percent(@Nullable Lane lane) {
        Priority priority = lane == null ? Priority.URGENT : lane.priority();
        return switch (priority) {
            case URGENT -> PERCENT;
            case HIGH -> 95;
            case NORMAL -> 90;
            case LOW -> 80;
        };
    }

    /** Notes how much there is now; call once before {@link #isFull}. */
    void holds(int records, long bytes) {
        for (Share share : shares.values()) {
            int wanted = share.waits ? Math.min(RESUME_ROOM, Math.max(1, buffer / 4)) : 1;
            share.waits = share.records - records < wanted || bytes >= share.bytes;
        }
    }

    boolean isFull(String topic) {
        Share share = shares.get(topic);
        return share != null && share.waits;
    }

    /** Whether these bytes fill the buffer. */
    boolean isFilledBy(long bytes) {
        return bytes >= bufferBytes;
    }
}
