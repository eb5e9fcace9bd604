package dev.carillon.trigger.catalogue;

import dev.carillon.schemas.error.ErrorCode;
import dev.carillon.schemas.schedule.CalendarDays;
import dev.carillon.timing.state.ScheduleState;
import dev.carillon.trigger.definition.CalendarDefinition;
import dev.carillon.trigger.definition.InputRecord;
import dev.carillon.trigger.definition.PendingRecords;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import java.util.SortedSet;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The calendars in force, and the schedules that name each of them. */
public final class CalendarsInForce {
    private static final Logger LOG = LoggerFactory.getLogger(CalendarsInForce.class);

    private final PendingRecords pending = new PendingRecords();
    private final Map<String, CalendarDays> inForce = new HashMap<>();
    private final Map<String, TreeSet<String>> users = new HashMap<>();

    /** Records that no committed slice has applied yet. */
    public PendingRecords pending() {
        return pending;
    }

    /** Takes in a record: it waits, or is applied at once if it lies below the position that slices have applied. */
    void read(InputRecord record, long position) {
        if (record.offset() >= position) {
            pending.add(record);
        } else {
            apply(CalendarDefinition.read(record));
        }
    }

    void applyBelow(long position) {
        for (InputRecord record = pending.takeBelow(position); record != null; record = pending.takeBelow(position)) {
            apply(CalendarDefinition.read(record));
        }
    }

    private void apply(CalendarDefinition definition) {
        if (definition instanceof CalendarDefinition.Good good) {
            inForce.put(good.days().calendar().name(), good.days());
        } else if (definition instanceof CalendarDefinition.Gone gone) {
            inForce.remove(gone.name());
        } else {
            CalendarDefinition.Bad bad = (CalendarDefinition.Bad) definition;
            if (bad.code() == ErrorCode.BAD_ZONE) {
                // Logged, as the leader that applied it may have known the zone, and then published no event.
                LOG.warn(
                        "Calendar {} can't be used here, so the ticks of schedules that name it are skipped: {} ({})."
                                + " Apply it again with a zone that exists",
                        bad.name(),
                        bad.message(),
                        bad.code());
            }
            // Without a key the name is null, and nothing is removed.
            inForce.remove(bad.name());
        }
    }

    /** The calendar of that name, or null if there is none. */
    public @Nullable CalendarDays named(String name) {
        return inForce.get(name);
    }

    /** The taskIds of the schedules that name a calendar, in order. */
    public SortedSet<String> users(String name) {
        TreeSet<String> found = users.get(name);
        return found == null ? new TreeSet<>() : found;
    }

    /** Updates the users of calendars when a schedule changes. */
    void change(String taskId, @Nullable ScheduleState last, @Nullable ScheduleState next) {
        String before = last == null ? null : last.calendar();
        String now = next == null ? null : next.calendar();
        if (Objects.equals(before, now)) {
            return;
        }
        TreeSet<String> left = before == null ? null : users.get(before);
        if (left != null && left.remove(taskId) && left.isEmpty()) {
            users.remove(before);
        }
        if (now != null) {
            users.computeIfAbsent(now, name -> new TreeSet<>()).add(taskId);
        }
    }
}
