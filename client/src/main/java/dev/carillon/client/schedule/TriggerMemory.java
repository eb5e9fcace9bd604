package dev.carillon.client.schedule;

import dev.carillon.client.log.RecordLog;
import dev.carillon.client.log.TopicEnd;
import dev.carillon.client.log.TopicPart;
import dev.carillon.client.log.WholeTopic;
import dev.carillon.kit.record.ReceivedRecord;
import dev.carillon.schemas.codec.Kind;
import dev.carillon.schemas.error.ContractException;
import dev.carillon.schemas.schedule.Calendar;
import dev.carillon.schemas.schedule.CalendarDays;
import dev.carillon.schemas.topic.TopicNames;
import dev.carillon.schemas.trigger.Marker;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * The trigger's markers of schedules, and the calendars. Each {@link #readOn} continues where the last one ended; other
 * threads may use the result meanwhile.
 */
public final class TriggerMemory {
    /** Markers of more schedules are not kept, so their state is unknown here. */
    private static final int MOST = 200_000;

    private static final int ONLY_PARTITION = 0;
    private static final String SHARDS = "shard/";

    private final TopicNames names;
    private final Map<String, Marker> markers = new ConcurrentHashMap<>();
    private final Map<String, CalendarDays> calendars = new ConcurrentHashMap<>();
    private final Map<String, TopicEnd> positions = new ConcurrentHashMap<>();
    private volatile boolean calendarsSeen;

    public TriggerMemory(TopicNames names) {
        this.names = names;
    }

    /** Reads on to the current ends of the topics. One caller at a time. */
    public void readOn(RecordLog log) {
        readCalendars(log);
        readOn(log, names.triggerState(), markers, this::marker);
    }

    /** As {@link #readOn}, of the calendars alone. */
    public void readCalendars(RecordLog log) {
        readOn(log, names.calendars(), calendars, this::calendar);
        calendarsSeen = true;
    }

    private void readOn(RecordLog log, String topic, Map<String, ?> read, Consumer<ReceivedRecord> each) {
        TopicEnd before = positions.get(topic);
        if (before == null && !log.topics().contains(topic)) {
            return; // No trigger has written anything yet.
        }
        TopicPart part = new TopicPart(topic, ONLY_PARTITION);
        TopicEnd end = log.identifiedEnd(part);
        long from;
        if (before != null && before.topicId().equals(end.topicId()) && before.offset() <= end.offset()) {
            from = before.offset();
        } else {
            // What was read is of a topic that was deleted since and created again.
            read.clear();
            from = log.starts(topic).getOrDefault(ONLY_PARTITION, 0L);
        }
        WholeTopic.readParts(log, Map.of(part, from), Map.of(part, end.offset()), each);
        positions.put(topic, end);
    }

    private void marker(ReceivedRecord record) {
        String key = record.keyText();
        if (!isOfSchedule(key)) {
            return;
        }
        Marker marker = markerIn(record);
        if (marker == null) {
            markers.remove(key);
        } else if (markers.size() < MOST || markers.containsKey(key)) {
            markers.put(key, marker);
        }
    }

    /** Whether the key is that of a schedule, not of a shard's watermark. */
    static boolean isOfSchedule(String key) {
        return !key.startsWith(SHARDS);
    }

    /** The marker; null if the schedule is deleted or the record can't be read. */
    static @Nullable Marker markerIn(ReceivedRecord record) {
        Marker marker = record.value() == null
                ? null
                : record.read(Kind.MARKER::ifReadable).orElse(null);
        return marker == null || marker.deleted() != null ? null : marker;
    }

    private void calendar(ReceivedRecord record) {
        // An unusable calendar counts as deleted, as in the trigger.
        Optional<CalendarDays> days = record.value() == null
                ? Optional.empty()
                : record.read(Kind.CALENDAR::ifReadable).flatMap(TriggerMemory::usable);
        days.ifPresentOrElse(
                usable -> calendars.put(record.keyText(), usable), () -> calendars.remove(record.keyText()));
    }

    private static Optional<CalendarDays> usable(Calendar calendar) {
        try {
            return Optional.of(CalendarDays.of(calendar));
        } catch (ContractException e) {
            return Optional.empty(); // This JVM does not know its zone; the trigger reports it.
        }
    }

    /** The schedule's marker, if it covers the record at that offset; else null. */
    public @Nullable Marker marker(String taskId, long version) {
        Marker found = markers.get(taskId);
        return found != null && found.position() > version ? found : null;
    }

    /** At most {@code most} schedules that the trigger has paused after failures, in the order of their names. */
    public List<String> selfPaused(int most) {
        return markers.values().stream()
                .filter(marker -> marker.pausedReason() != null)
                .map(Marker::taskId)
                .sorted()
                .limit(most)
                .toList();
    }

    /** Whether calendars were read, so that an unknown one does not exist. */
    public boolean knowsCalendars() {
        return calendarsSeen;
    }

    public @Nullable CalendarDays calendar(String name) {
        return calendars.get(name);
    }
}
