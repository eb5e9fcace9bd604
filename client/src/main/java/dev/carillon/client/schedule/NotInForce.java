package dev.carillon.client.schedule;

import dev.carillon.client.log.NewestRecords;
import dev.carillon.client.log.RecordLog;
import dev.carillon.client.log.TopicEnd;
import dev.carillon.client.log.TopicPart;
import dev.carillon.client.log.WholeTopic;
import dev.carillon.kit.record.ReceivedRecord;
import dev.carillon.kit.time.SystemTime;
import dev.carillon.kit.time.Ticker;
import dev.carillon.schemas.topic.TopicNames;
import dev.carillon.schemas.trigger.Marker;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The schedules whose newest definition the trigger does not use: it is broken or parked, or the trigger has paused the
 * schedule after failures. Each {@link #readOn} continues in the trigger's markers where the last one ended. Used from
 * one thread.
 */
public final class NotInForce {
    /** With more, every schedule counts as not in force: at worst an equal definition is written again. */
    private static final int MOST = 200_000;

    private final TopicPart part;
    private final Ticker ticker;
    private final Map<String, Reason> reasons = new HashMap<>();
    private boolean exists;
    private @Nullable String topicId;
    private long position;
    private long readAt;
    private boolean tooMany;

    /** The fields of a marker that decide; the whole marker would take too much memory. */
    private record Reason(long position, boolean broken) {}

    public NotInForce(TopicNames names) {
        this(names, SystemTime.ticker());
    }

    NotInForce(TopicNames names, Ticker ticker) {
        this.part = new TopicPart(names.triggerState(), 0);
        this.ticker = ticker;
    }

    /** The partition of the markers. */
    TopicPart part() {
        return part;
    }

    /** Whether the topic of markers does not exist yet. */
    boolean isEmpty(RecordLog log) {
        exists = exists || log.topics().contains(part.topic());
        return !exists;
    }

    /** Reads the markers on to an end that the caller has just fetched. */
    void readOn(RecordLog log, TopicEnd end) {
        boolean done = false;
        try {
            if (!end.topicId().equals(topicId) || end.offset() < position || tooMany || isStale()) {
                forget();
                exists = true;
                topicId = end.topicId();
                position = log.starts(part.topic()).getOrDefault(part.number(), 0L);
            }
            WholeTopic.readParts(log, Map.of(part, position), Map.of(part, end.offset()), this::take);
            position = Math.max(position, end.offset());
            readAt = ticker.nanos();
            done = true;
        } finally {
            if (!done) {
                forget();
            }
        }
    }

    private boolean isStale() {
        return ticker.nanos() - readAt > NewestRecords.LONGEST_REST.toNanos();
    }

    private void forget() {
        reasons.clear();
        exists = false;
        topicId = null;
        position = 0;
        tooMany = false;
    }

    private void take(ReceivedRecord record) {
        String key = record.keyText();
        if (!TriggerMemory.isOfSchedule(key)) {
            return;
        }
        Marker marker = TriggerMemory.markerIn(record);
        boolean broken = marker != null && marker.brokenCode() != null;
        if (marker == null || (!broken && marker.pausedReason() == null)) {
            reasons.remove(key);
        } else if (reasons.size() < MOST || reasons.containsKey(key)) {
            reasons.put(key, new Reason(marker.position(), broken));
        } else {
            tooMany = true;
        }
    }

    /**
     * Whether writing the record at that offset again would repair or resume the schedule, as far as markers were read.
     *
     * @param resumes whether writing it also resumes a schedule that was paused after failures
     */
    boolean isRepaired(String taskId, long version, boolean resumes) {
        Reason reason = reasons.get(taskId);
        if (reason == null) {
            return tooMany;
        }
        // An older marker does not cover this record.
        return reason.position() > version && (reason.broken() || resumes);
    }
}
