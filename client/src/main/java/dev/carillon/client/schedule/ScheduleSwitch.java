package dev.carillon.client.schedule;

import dev.carillon.client.log.RecordLog;
import dev.carillon.client.problem.AnswerWait;
import dev.carillon.kit.record.HeaderList;
import dev.carillon.kit.record.OutgoingRecord;
import dev.carillon.schemas.codec.Kind;
import dev.carillon.schemas.json.RawJson;
import dev.carillon.schemas.schedule.Schedule;
import dev.carillon.schemas.topic.TopicNames;
import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Pauses or resumes many schedules that were read before. They are written in batches: first the audit entries of a
 * batch and, once those are safe, its definitions. So no change lacks its entry, and each batch costs two round trips.
 */
public final class ScheduleSwitch {
    private static final int MOST_AT_ONCE = 1_000;
    /** Of entries and definitions, which stay in memory until they are written. */
    private static final int MOST_BYTES = 16 * 1024 * 1024;

    private static final long NOT_WRITTEN = -1;

    private final RecordLog log;
    private final String topic;
    private final Clock clock;
    private final AuditTrail trail;

    /** Switches schedules of the namespace and writes an audit entry for each. */
    public ScheduleSwitch(RecordLog log, TopicNames names, Clock clock, AuditTrail trail) {
        this.log = log;
        this.topic = names.schedules();
        this.clock = clock;
        this.trail = trail;
    }

    /**
     * The result for one schedule.
     *
     * @param changed whether it was written; false if there was nothing to change
     * @param version the offset of its newest record
     */
    public record Switched(String taskId, boolean changed, long version) {}

    private record Step(
            Switched switched,
            @Nullable OutgoingRecord entry,
            @Nullable OutgoingRecord definition) {
        int bytes() {
            return bytes(entry) + bytes(definition);
        }

        private static int bytes(@Nullable OutgoingRecord record) {
            return record == null || record.value() == null ? 0 : record.value().length;
        }
    }

    /**
     * Whether switching would write the schedule. Resuming writes any that failures can pause: the trigger may have
     * done so.
     */
    public static boolean changes(Schedule schedule, boolean on) {
        return schedule.enabled() != on || (on && schedule.pauseAfterFailures() != null);
    }

    /**
     * Switches all of them, in their order.
     *
     * @param found readable schedules, as stored
     * @param done is called for each schedule once it is safe; these stay switched if a later one fails
     */
    public void switchAll(
            Collection<StoredSchedule> found, boolean on, @Nullable String reason, Consumer<Switched> done) {
        List<Step> batch = new ArrayList<>();
        long bytes = 0;
        for (StoredSchedule one : found) {
            Step step = step(one, on, reason);
            batch.add(step);
            bytes += step.bytes();
            if (batch.size() >= MOST_AT_ONCE || bytes >= MOST_BYTES) {
                write(batch, done);
                batch.clear();
                bytes = 0;
            }
        }
        write(batch, done);
    }

    private Step step(StoredSchedule found, boolean on, @Nullable String reason) {
        Schedule before = Objects.requireNonNull(found.schedule(), found.taskId());
        if (!changes(before, on)) {
            return new Step(new Switched(before.taskId(), false, found.version()), null, null);
        }
        // The reason is that of a pause: a schedule that runs has none.
        String pausedReason = on ? null : reason;
        Schedule after =
                Schedules.stamped(before.withEnabled(on, pausedReason, clock.instant()), before, clock.instant());
        byte[] value = Kind.SCHEDULE.encode(after);
        OutgoingRecord entry = trail.entry(
                Schedules.action(before, after),
                after.taskId(),
                pausedReason,
                Schedules.definition(before),
                RawJson.written(value));
        OutgoingRecord definition =
                new OutgoingRecord(topic, 0, after.taskId().getBytes(StandardCharsets.UTF_8), value, HeaderList.none());
        return new Step(new Switched(after.taskId(), true, NOT_WRITTEN), entry, definition);
    }

    private void write(List<Step> batch, Consumer<Switched> done) {
        var unused = written(batch.stream().map(Step::entry).toList());
        List<Long> versions = written(batch.stream().map(Step::definition).toList());
        for (int i = 0; i < batch.size(); i++) {
            Switched one = batch.get(i).switched();
            done.accept(one.changed() ? new Switched(one.taskId(), true, versions.get(i)) : one);
        }
    }

    /** The offsets of the records, in their order, once all are safe. */
    private List<Long> written(List<@Nullable OutgoingRecord> records) {
        List<CompletableFuture<Long>> sent = new ArrayList<>();
        for (OutgoingRecord record : records) {
            sent.add(record == null ? CompletableFuture.completedFuture(NOT_WRITTEN) : log.send(record));
        }
        AnswerWait.answer(CompletableFuture.allOf(sent.toArray(CompletableFuture[]::new)));
        return sent.stream().map(CompletableFuture::join).toList();
    }
}
