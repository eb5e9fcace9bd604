package dev.carillon.client;

import dev.carillon.kit.time.SystemTime;
import dev.carillon.kit.time.Ticker;
import dev.carillon.schemas.record.Marker;
import dev.carillon.schemas.topic.TopicNames;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The schedules whose newest definition the trigger does not go by: it is broken or parked, or the trigger has paused the
 * schedule after failures. Read from the trigger's markers; a later call reads on from where the last one ended. Used
 * from one thread.
 */
public final class NotInForce {
    /** Of more nothing is kept: then every schedule counts as not in force, and is written once too often at worst. */
    private static final int MOST = 200_000;

    private final TopicPart part;
    private final Ticker ticker;
    private final Map<String, Reason> reasons = new HashMap<>();
    private boolean exists;
    private @Nullable String topicId;
    private long position;
    private long readAt;
    private boolean tooMany;

    /** One entry of many, so only what decides is kept of a marker. */
    private record Reason(long position, boolean broken) {}

    public NotInForce(TopicNames names) {
        this(names, SystemTime.ticker());
    }

    NotInForce(TopicNames names, Ticker ticker) {
        this.part = new TopicPart(names.triggerState(), 0);
        this.ticker = ticker;
    }

    /** The part of a topic in which the markers are. */
    TopicPart part() {
        return part;
    }

    /** Whether no trigger has remembered anything yet, so that there is no topic to ask for. */
    boolean isEmpty(RecordLog log) {
        exists = exists || log.topics().contains(part.topic());
        return !exists;
    }

    /** Reads on to an end of the trigger's memory that the caller has just asked for. */
    void readOn(RecordLog log, TopicEnd end) {
        boolean done = false;
        try {
            if (!end.topicId().equals(topicId) || end.offset() < position || tooMany || hasRested()) {
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

    private boolean hasRested() {
        return ticker.nanos() - readAt > NewestRecords.LONGEST_REST.toNanos();
    }

    private void forget() {
        reasons.clear();
        exists = false;
        topicId = null;
        position = 0;
        tooMany = false;
    }

    private void take(StoredRecord record) {
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
     * Whether applying the record at that offset again would change how the schedule stands, as far as was read.
     *
     * @param resumes whether applying also resumes one that has paused itself
     */
    boolean isRepaired(String taskId, long version, boolean resumes) {
        Reason reason = reasons.get(taskId);
        if (reason == null) {
            return tooMany;
        }
        // A marker that does not speak of this record yet says nothing of it.
        return reason.position() > version && (reason.broken() || resumes);
    }
}
