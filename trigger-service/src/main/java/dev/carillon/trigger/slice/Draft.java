package dev.carillon.trigger.slice;

import dev.carillon.schemas.error.ErrorCode;
import dev.carillon.schemas.json.RawJson;
import dev.carillon.schemas.record.Command;
import dev.carillon.schemas.record.Event;
import dev.carillon.schemas.record.EventType;
import dev.carillon.schemas.record.GapCursor;
import dev.carillon.schemas.record.Marker;
import dev.carillon.schemas.record.OutcomeCursor;
import dev.carillon.schemas.record.Positions;
import dev.carillon.schemas.record.Reached;
import dev.carillon.schemas.record.Routing;
import dev.carillon.schemas.record.Schedule;
import dev.carillon.schemas.record.SkipReason;
import dev.carillon.schemas.record.SkippedRange;
import dev.carillon.schemas.record.Slice;
import dev.carillon.schemas.record.Task;
import dev.carillon.schemas.record.Watermark;
import dev.carillon.trigger.catalogue.Awaited;
import dev.carillon.trigger.catalogue.Catalogue;
import dev.carillon.trigger.catalogue.InputRecord;
import dev.carillon.trigger.catalogue.Standing;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/** A slice while it is being planned. */
final class Draft {
    private final Catalogue catalogue;
    private final Watermark before;
    private final Positions positions;
    private final SliceRules rules;
    private final Predicate<String> queueExists;
    final PlannedCalendars calendars;
    final NextTicks nextTicks = new NextTicks();
    final LeftOutTicks leftOut = new LeftOutTicks(this);
    final SliceSize size;
    final Instant now;
    private final List<Output> outputs = new ArrayList<>();
    private final PlannedStandings standings;
    /** Where the outcome stops of which this slice applies a part. */
    private @Nullable OutcomeCursor outcome;

    private @Nullable Instant due;
    private @Nullable Instant notBefore;
    private long tasks;
    private long skipped;
    private long applied;
    int inputs;

    Draft(
            Catalogue catalogue,
            Watermark before,
            SliceRules rules,
            Predicate<String> queueExists,
            SliceSize size,
            Instant now) {
        this.catalogue = catalogue;
        this.calendars = new PlannedCalendars(catalogue.calendars());
        this.before = before;
        this.positions = catalogue.outcomes().readOn(before.positions());
        this.rules = rules;
        this.queueExists = queueExists;
        this.size = size;
        this.now = now;
        this.standings = new PlannedStandings(catalogue, before.reached(), size);
        OutcomeCursor cursor = before.outcome();
        this.outcome = cursor != null && cursor.isAt(positions) ? cursor : null;
    }

    /** Up to where inputs are applied when this slice begins. */
    Positions positions() {
        return positions;
    }

    Awaited awaited() {
        return catalogue.awaited();
    }

    /** How a schedule stands after what is planned so far. */
    @Nullable
    Standing standing(String taskId) {
        Standing planned = standings.changed(taskId);
        return planned != null ? planned : catalogue.standing(taskId);
    }

    /** From here on the schedule stands like that. */
    void stand(Standing standing) {
        standings.put(standing);
    }

    Reached reached() {
        return before.reached();
    }

    @Nullable
    GapCursor gap() {
        return before.gap();
    }

    @Nullable
    OutcomeCursor outcome() {
        return outcome;
    }

    void outcomeStopsAt(@Nullable OutcomeCursor cursor) {
        outcome = cursor;
    }

    SliceRules rules() {
        return rules;
    }

    boolean queueExists(String queue) {
        return queueExists.test(queue);
    }

    void tick(Standing standing, Schedule schedule, Instant nominal, Instant mayStart) {
        Standing now = Objects.requireNonNullElse(standings.changed(standing.taskId()), standing);
        if (now.isComplete()) {
            return;
        }
        Instant when = standing.jitter().due(standing.taskId(), nominal);
        due = mayStart.equals(when) ? later(due, when) : due;
        decidesUpTo(when);
        SkipReason against = PlannedTicks.against(now, schedule, nominal, this);
        if (against == SkipReason.CALENDAR && mayStart.equals(when)) {
            leftOut.add(now, schedule, nominal, when);
            return;
        }
        now = leftOut.endBefore(now, when, nominal);
        if (against != null) {
            skip(
                    standing.taskId(),
                    new SkippedRange(against, nominal, nominal, 1),
                    SkipCause.of(against, schedule, this));
        } else if (TickDecision.remembers(schedule)) {
            new TickDecision(now, schedule, this).decide(nominal, mayStart);
        } else {
            dispatch(Ticks.task(now, schedule, nominal, mayStart), schedule.routing());
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

    void dispatch(Task task, @Nullable Routing routing) {
        tasks++;
        size.add(task.work().payload().length());
        outputs.add(new Output.Dispatch(task, routing));
    }

    void skip(String taskId, SkippedRange range, @Nullable String because) {
        skipped += range.count();
        size.add(0);
        outputs.add(new Output.Skip(Ticks.skipped(taskId, range, because, now)));
        Standing standing = standing(taskId);
        if (standing != null) {
            OwnEnds.skipped(standing, range, this);
        }
    }

    /** A command of our own. */
    void order(Command command) {
        size.add(0);
        outputs.add(new Output.Order(command.withBy(rules.source())));
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

    /** A marker that is needed no more. */
    void forget(String taskId) {
        standings.forget(taskId);
    }

    /** So many more inputs are applied, whatever came of them. */
    void countInputs(int more) {
        inputs += more;
        if (more > 0) {
            size.decided();
        }
    }

    void countApplied() {
        applied++;
        countInputs(1);
    }

    SlicePlan done(Reached after) {
        return done(after, positions, null);
    }

    SlicePlan done(Reached after, Positions upTo, @Nullable GapCursor gap) {
        if (!after.equals(before.reached())) {
            decidesUpTo(after.due());
        }
        // A gap that goes on was checked when it began; its cursor decides about nothing later.
        if (gap != null && before.gap() == null) {
            decidesUpTo(gap.until());
        }
        Map<String, Optional<Marker>> markers = standings.markers();
        if (!outputs.isEmpty() || !markers.isEmpty()) {
            // What is decided now goes by our clock as well: it may say since when, or when the next one comes.
            decidesUpTo(now);
        }
        Watermark next = new Watermark(before.shard(), after, upTo, gap, outcome, before.rest());
        var lost = catalogue.agenda().lostTimes().between(reached().due(), after.due());
        Slice slice = new Slice(before.reached(), after, before.positions(), upTo, tasks, skipped, applied, gap, lost);
        return new SlicePlan(next, slice, due, notBefore, outputs, markers, inputs);
    }
}
