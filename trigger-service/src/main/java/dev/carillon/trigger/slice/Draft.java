package dev.carillon.trigger.slice;

import dev.carillon.schemas.codec.Kind;
import dev.carillon.schemas.error.ErrorCode;
import dev.carillon.schemas.json.RawJson;
import dev.carillon.schemas.record.Event;
import dev.carillon.schemas.record.EventType;
import dev.carillon.schemas.record.GapCursor;
import dev.carillon.schemas.record.Marker;
import dev.carillon.schemas.record.Positions;
import dev.carillon.schemas.record.Reached;
import dev.carillon.schemas.record.Routing;
import dev.carillon.schemas.record.Schedule;
import dev.carillon.schemas.record.SkipReason;
import dev.carillon.schemas.record.SkippedRange;
import dev.carillon.schemas.record.Slice;
import dev.carillon.schemas.record.Task;
import dev.carillon.schemas.record.Watermark;
import dev.carillon.trigger.catalogue.InputRecord;
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
    private @Nullable Instant notBefore;
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
        due = later(due, nominal);
        decidesUpTo(nominal);
        if (queueExists(schedule.work().queue())) {
            dispatch(Ticks.task(standing, schedule, nominal, mayStart), schedule.routing());
        } else {
            skip(standing.taskId(), new SkippedRange(SkipReason.BROKEN, nominal, nominal, 1));
        }
    }

    /** No record of this slice may be appended before that instant. */
    void decidesUpTo(Instant instant) {
        notBefore = later(notBefore, instant);
    }

    private static Instant later(@Nullable Instant a, Instant b) {
        return a == null || b.isAfter(a) ? b : a;
    }

    /** A task that goes home: its key may have been chosen by somebody, and come again. */
    void dispatch(Task task) {
        dispatch(task, Routing.HASH);
    }

    private void dispatch(Task task, @Nullable Routing routing) {
        tasks++;
        size.add(task.work().payload().length());
        outputs.add(new Output.Dispatch(task, routing));
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
        say(new Event(type, subject, now, rules.source(), message, null, Map.of()));
    }

    void putAside(InputRecord input, ErrorCode cause, String message) {
        size.add(input.size());
        outputs.add(new Output.PutAside(input, cause, message));
    }

    void say(Event event) {
        say(event, true);
    }

    /** Says it, and if wanted counts it as part of what a slice can hold. */
    void say(Event event, boolean counted) {
        RawJson data = event.data();
        if (counted) {
            size.add(data == null ? 0 : data.length());
        }
        outputs.add(new Output.Say(event));
    }

    void mark(String taskId, Optional<Marker> marker) {
        size.add(marker.map(Draft::definitionBytes).orElse(0));
        markers.put(taskId, marker);
    }

    /** The last good definition is all of a marker that can be large. */
    private static int definitionBytes(Marker marker) {
        Schedule lastGood = marker.lastGood();
        return lastGood == null ? 0 : Kind.SCHEDULE.encode(lastGood).length;
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
        if (!after.equals(before.reached())) {
            decidesUpTo(after.due());
        }
        // A gap that goes on was checked when it began; its cursor decides about nothing later.
        if (gap != null && before.gap() == null) {
            decidesUpTo(gap.until());
        }
        Watermark next = new Watermark(before.shard(), after, positions, gap, before.rest());
        Slice slice = new Slice(before.reached(), after, before.positions(), positions, tasks, skipped, applied, gap);
        return new SlicePlan(next, slice, due, notBefore, outputs, markers);
    }
}
