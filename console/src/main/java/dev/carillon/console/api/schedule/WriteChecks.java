package dev.carillon.console.api.schedule;

import dev.carillon.client.log.RecordLog;
import dev.carillon.client.schedule.Calendars;
import dev.carillon.client.schedule.StoredSchedule;
import dev.carillon.client.submit.Queues;
import dev.carillon.insight.worker.LiveWorkers;
import dev.carillon.schemas.codec.Kind;
import dev.carillon.schemas.error.ContractException;
import dev.carillon.schemas.error.ErrorCode;
import dev.carillon.schemas.schedule.Schedule;
import dev.carillon.schemas.topic.TopicNames;
import java.time.Clock;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Checks definitions against the cluster before they are written; each topic is read once, when it is needed. */
final class WriteChecks {
    private final RecordLog log;
    private final TopicNames names;
    private final Clock clock;
    private final boolean force;
    private @Nullable Queues queues;
    private @Nullable Set<String> calendars;
    private @Nullable LiveWorkers workers;

    /**
     * Checks for one request.
     *
     * @param force whether to accept a type that no live worker serves
     */
    WriteChecks(RecordLog log, TopicNames names, Clock clock, boolean force) {
        this.log = log;
        this.names = names;
        this.clock = clock;
        this.force = force;
    }

    void check(Schedule after, @Nullable StoredSchedule before) {
        queues().require("queue", after.work().queue());
        requireCalendar(after.when().calendar());
        if (!force && !isOfTheSameKind(after, before)) {
            requireServed(after);
        }
        // Refuses a record that is too large, with the times that it is written with.
        var unused = Kind.SCHEDULE.encode(after.withTimes(clock.instant(), clock.instant()));
    }

    private Queues queues() {
        Queues known = queues;
        if (known == null) {
            known = Queues.look(log, names);
            queues = known;
        }
        return known;
    }

    /** Refuses an unknown calendar, as without it the days that count are unknown. */
    private void requireCalendar(@Nullable String name) {
        if (name == null) {
            return;
        }
        Set<String> known = calendars;
        if (known == null) {
            known = new Calendars(log, names).all().keySet();
            calendars = known;
        }
        if (!known.contains(name)) {
            throw new ContractException(
                    ErrorCode.UNKNOWN_CALENDAR,
                    "calendar",
                    ContractException.shown(name) + " does not exist",
                    "create it first, with PUT /v1/calendars/{name} or: carillon calendar apply -f FILE");
        }
    }

    private static boolean isOfTheSameKind(Schedule after, @Nullable StoredSchedule before) {
        Schedule old = before == null ? null : before.schedule();
        return old != null
                && old.work().type().equals(after.work().type())
                && old.work().queue().equals(after.work().queue());
    }

    /** Refuses a type that no live worker serves; without live workers nothing is known, and any type passes. */
    private void requireServed(Schedule schedule) {
        LiveWorkers known = workers;
        if (known == null) {
            known = LiveWorkers.look(log, names, clock);
            workers = known;
        }
        if (!known.none()) {
            known.requireServed(
                    "type", schedule.work().type(), schedule.work().queue(), ScheduleWriting.FORCE + "=true");
        }
    }
}
