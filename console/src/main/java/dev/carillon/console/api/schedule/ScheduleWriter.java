package dev.carillon.console.api.schedule;

import dev.carillon.client.AuditTrail;
import dev.carillon.client.Calendars;
import dev.carillon.client.ClientException;
import dev.carillon.client.ClientProblem;
import dev.carillon.client.LiveWorkers;
import dev.carillon.client.Queues;
import dev.carillon.client.RecordLog;
import dev.carillon.client.Schedules;
import dev.carillon.client.StoredRecord;
import dev.carillon.client.StoredSchedule;
import dev.carillon.client.WholeTopic;
import dev.carillon.console.api.Parameters;
import dev.carillon.console.api.Request;
import dev.carillon.console.api.Resource;
import dev.carillon.console.api.write.Etag;
import dev.carillon.console.topics.TopicDesk;
import dev.carillon.schemas.codec.Kind;
import dev.carillon.schemas.error.ContractException;
import dev.carillon.schemas.error.ErrorCode;
import dev.carillon.schemas.record.Schedule;
import dev.carillon.schemas.topic.TopicNames;
import java.time.Clock;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Writes schedules to their topic. Two writers of one console follow each other, so what one of them was shown is judged
 * against the topic's end; against a writer elsewhere that comes between looking and writing nothing helps yet.
 */
final class ScheduleWriter {
    private final TopicDesk topics;
    private final TopicNames names;
    private final Clock clock;

    /**
     * What came of a change.
     *
     * @param schedule as it was written; null for a deletion
     * @param version offset of the record; -1 where nothing was written
     * @param isNew whether there was none before
     */
    record Written(@Nullable Schedule schedule, long version, boolean isNew) {}

    ScheduleWriter(TopicDesk topics, TopicNames names, Clock clock) {
        this.topics = topics;
        this.names = names;
        this.clock = clock;
    }

    /**
     * Changes a schedule to what the change makes of the one that there is.
     *
     * @param request whose conditions it has to meet
     * @param change gets null where there is none; null says that it stays as it is
     */
    Written change(String taskId, Request request, Function<@Nullable StoredSchedule, @Nullable Schedule> change) {
        boolean dryRun = request.query().flag(ScheduleWriting.DRY_RUN);
        return topics.ask(log -> {
            Schedules schedules = new Schedules(log, names, clock);
            StoredSchedule before = schedules.all().get(taskId);
            Etag.check(request.headers(), "the schedule", before == null ? null : before.version());
            Schedule after = change.apply(before);
            if (after == null) {
                return new Written(
                        before == null ? null : before.schedule(), before == null ? -1 : before.version(), false);
            }
            Queues.look(log, names).require("queue", after.work().queue());
            requireCalendar(new Calendars(log, names), after.when().calendar());
            if (!request.query().flag(ScheduleWriting.FORCE) && !isOfTheSameKind(after, before)) {
                requireServed(LiveWorkers.look(log, names, clock), after);
            }
            Kind.SCHEDULE.encode(after);
            if (dryRun) {
                return new Written(after, -1, before == null);
            }
            Map<Integer, Long> end = log.ends(names.schedules());
            schedules.put(after, before, trail(log));
            StoredRecord record = readBack(log, taskId, end);
            return new Written(record.read(Kind.SCHEDULE).orElse(after), record.offset(), before == null);
        });
    }

    /** Of a calendar that does not exist nobody can say which days it counts. */
    private static void requireCalendar(Calendars calendars, @Nullable String name) {
        if (name != null && !calendars.all().containsKey(name)) {
            throw new ContractException(
                    ErrorCode.UNKNOWN_CALENDAR,
                    "calendar",
                    ContractException.shown(name) + " does not exist",
                    "make it first, with PUT /v1/calendars/{name} or: carillon calendar apply -f FILE");
        }
    }

    private static boolean isOfTheSameKind(Schedule after, @Nullable StoredSchedule before) {
        Schedule old = before == null ? null : before.schedule();
        return old != null
                && old.work().type().equals(after.work().type())
                && old.work().queue().equals(after.work().queue());
    }

    /** What nobody serves would fail at every tick; without any worker nobody can tell. */
    private static void requireServed(LiveWorkers workers, Schedule schedule) {
        if (!workers.none()) {
            workers.requireServed(
                    "type", schedule.work().type(), schedule.work().queue(), ScheduleWriting.FORCE + "=true");
        }
    }

    /** Deletes a schedule; NO_SUCH_SCHEDULE if there is none. */
    Written delete(String taskId, Parameters headers, boolean dryRun) {
        return topics.ask(log -> {
            Schedules schedules = new Schedules(log, names, clock);
            StoredSchedule before = schedules.get(taskId);
            Etag.check(headers, "the schedule", before.version());
            if (dryRun) {
                return new Written(null, -1, false);
            }
            Map<Integer, Long> end = log.ends(names.schedules());
            schedules.delete(before, trail(log));
            return new Written(null, readBack(log, taskId, end).offset(), false);
        });
    }

    private AuditTrail trail(RecordLog log) {
        return new AuditTrail(log, names, clock, Resource.CONSOLE);
    }

    /** The newest record of the schedule, which lies behind what was the end before it was written. */
    private StoredRecord readBack(RecordLog log, String taskId, Map<Integer, Long> end) {
        List<StoredRecord> found = new ArrayList<>();
        WholeTopic.read(log, names.schedules(), end, record -> {
            if (record.keyText().equals(taskId)) {
                found.add(record);
            }
        });
        if (found.isEmpty()) {
            throw new ClientException(
                    ClientProblem.KAFKA_REFUSED,
                    "the record of " + ContractException.shown(taskId) + " was written and can't be read back");
        }
        return found.get(found.size() - 1);
    }

    /** The one that there is, readable. */
    static Schedule readable(String taskId, @Nullable StoredSchedule found) {
        if (found == null || found.schedule() == null) {
            throw new ClientException(
                    ClientProblem.NO_SUCH_SCHEDULE,
                    found == null
                            ? "there is no schedule " + ContractException.shown(taskId)
                            : "the record of " + taskId + " can't be read (" + found.problem() + "); apply it again");
        }
        return found.schedule();
    }
}
