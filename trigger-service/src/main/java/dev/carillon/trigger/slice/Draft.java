package dev.carillon.trigger.slice;

import dev.carillon.schemas.record.Event;
import dev.carillon.schemas.record.EventType;
import dev.carillon.schemas.record.GapCursor;
import dev.carillon.schemas.record.Marker;
import dev.carillon.schemas.record.Positions;
import dev.carillon.schemas.record.Reached;
import dev.carillon.schemas.record.Schedule;
import dev.carillon.schemas.record.SkipReason;
import dev.carillon.schemas.record.SkippedRange;
import dev.carillon.schemas.record.Slice;
import dev.carillon.schemas.record.Task;
import dev.carillon.schemas.record.Watermark;
import dev.carillon.trigger.catalogue.Standing;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/** A slice while it is being planned. */
final class Draft {
    private final Watermark before;
    private final SliceRules rules;
    private final Predicate<String> queueExists;
    final SliceSize size;
    final Instant now;
    private final List<Output> outputs = new ArrayList<>();
    private final Map<String, Optional<Marker>> markers = new LinkedHashMap<>();
    private @Nullable Instant due;
    private long tasks;
    private long skipped;
    private long applied;

    Draft(Watermark before, SliceRules rules, Predicate<String> queueExists, SliceSize size, Instant now) {
        this.before = before;
        this.rules = rules;
        this.queueExists = queueExists;
        this.size = size;
        this.now = now;
    }

    Reached reached() {
        return before.reached();
    }

    SliceRules rules() {
        return rules;
    }

    boolean queueExists(String queue) {
        return queueExists.test(queue);
    }

    void tick(Standing standing, Schedule schedule, Instant nominal, Instant mayStart) {
        due = due == null || nominal.isAfter(due) ? nominal : due;
        if (queueExists(schedule.work().queue())) {
            dispatch(Ticks.task(standing, schedule, nominal, mayStart));
        } else {
            skip(standing.taskId(), new SkippedRange(SkipReason.BROKEN, nominal, nominal, 1));
        }
    }

    void dispatch(Task task) {
        tasks++;
        size.add(task.work().payload().length());
        outputs.add(new Output.Dispatch(task));
    }

    void skip(String taskId, SkippedRange range) {
        skipped += range.count();
        size.add(0);
        outputs.add(new Output.Skip(Ticks.skipped(taskId, range, now)));
    }

    /** Everything of a decided gap. */
    void decided(Standing standing, Schedule schedule, MissedTicks missed) {
        SkippedRange range = missed.skipped();
        if (range != null) {
            skip(standing.taskId(), range);
        }
        missed.madeUp().forEach(nominal -> tick(standing, schedule, nominal, now));
    }

    void say(EventType type, String subject, String message) {
        size.add(0);
        outputs.add(new Output.Say(new Event(type, subject, now, rules.source(), message, null, Map.of())));
    }

    void add(Output output) {
        size.add(0);
        outputs.add(output);
    }

    void mark(String taskId, Optional<Marker> marker) {
        size.add(0);
        markers.put(taskId, marker);
    }

    boolean hasMarked(String taskId) {
        return markers.containsKey(taskId);
    }

    void countApplied() {
        applied++;
    }

    SlicePlan done(Reached after) {
        return done(after, before.positions(), null);
    }

    SlicePlan done(Reached after, Positions positions, @Nullable GapCursor gap) {
        Watermark next = new Watermark(before.shard(), after, positions, gap, before.rest());
        Slice slice = new Slice(before.reached(), after, before.positions(), positions, tasks, skipped, applied, gap);
        return new SlicePlan(next, slice, due, outputs, markers);
    }
}
