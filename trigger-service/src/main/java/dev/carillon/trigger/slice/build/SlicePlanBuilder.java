package dev.carillon.trigger.slice.build;

import dev.carillon.schemas.error.ErrorCode;
import dev.carillon.schemas.json.RawJson;
import dev.carillon.schemas.record.Command;
import dev.carillon.schemas.record.Event;
import dev.carillon.schemas.record.EventType;
import dev.carillon.schemas.record.Task;
import dev.carillon.schemas.schedule.Schedule;
import dev.carillon.schemas.trigger.DecidedUpTo;
import dev.carillon.schemas.trigger.GapCursor;
import dev.carillon.schemas.trigger.InputPositions;
import dev.carillon.schemas.trigger.Marker;
import dev.carillon.schemas.trigger.OutcomeCursor;
import dev.carillon.schemas.trigger.Slice;
import dev.carillon.schemas.trigger.SliceBuilder;
import dev.carillon.schemas.trigger.Watermark;
import dev.carillon.schemas.work.Routing;
import dev.carillon.schemas.work.SkipReason;
import dev.carillon.schemas.work.SkippedRange;
import dev.carillon.timing.plan.NextTicks;
import dev.carillon.timing.plan.PlannedTicks;
import dev.carillon.timing.state.ScheduleState;
import dev.carillon.trigger.catalogue.Catalogue;
import dev.carillon.trigger.catalogue.OutcomeInterest;
import dev.carillon.trigger.definition.InputRecord;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/** Collects what one slice decides while it is planned: records, changed schedules, the next watermark. */
public final class SlicePlanBuilder {
    private final Catalogue catalogue;
    private final Watermark before;
    private final InputPositions positions;
    private final SliceRules rules;
    private final Predicate<String> queueExists;
    private final PlannedCalendars calendars;
    private final NextTicks nextTicks = new NextTicks();
    private final LeftOutTicks leftOut = new LeftOutTicks(this);
    private final SliceSize size;
    private final Instant now;
    private final List<SliceOutput> outputs = new ArrayList<>();
    private final PlannedStates states;
    /** Where this slice stops within an outcome; null if it applies none in part. */
    private @Nullable OutcomeCursor outcome;

    private @Nullable Instant due;
    private @Nullable Instant notBefore;
    private long tasks;
    private long skipped;
    private long applied;
    private int inputs;

    public SlicePlanBuilder(
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
        this.states = new PlannedStates(catalogue, before.reached(), size);
        OutcomeCursor cursor = before.outcome();
        this.outcome = cursor != null && cursor.isAt(positions) ? cursor : null;
    }

    /** Up to where inputs were applied before this slice. */
    public InputPositions positions() {
        return positions;
    }

    public OutcomeInterest outcomeInterest() {
        return catalogue.outcomeInterest();
    }

    /** The state of a schedule after what is planned so far. */
    @Nullable
    public ScheduleState state(String taskId) {
        ScheduleState planned = states.changed(taskId);
        return planned != null ? planned : catalogue.state(taskId);
    }

    public void setState(ScheduleState state) {
        states.put(state);
    }

    public DecidedUpTo reached() {
        return before.reached();
    }

    @Nullable
    public GapCursor gap() {
        return before.gap();
    }

    @Nullable
    public OutcomeCursor outcome() {
        return outcome;
    }

    public void outcomeStopsAt(@Nullable OutcomeCursor cursor) {
        outcome = cursor;
    }

    public SliceRules rules() {
        return rules;
    }

    /** The time for which the slice is planned. */
    public Instant now() {
        return now;
    }

    /** The calendars as this slice leaves them. */
    public PlannedCalendars calendars() {
        return calendars;
    }

    public SliceSize size() {
        return size;
    }

    public NextTicks nextTicks() {
        return nextTicks;
    }

    public LeftOutTicks leftOut() {
        return leftOut;
    }

    /** How many inputs are applied so far. */
    public int inputs() {
        return inputs;
    }

    public boolean queueExists(String queue) {
        return queueExists.test(queue);
    }

    public void tick(ScheduleState state, Schedule schedule, Instant nominal, Instant mayStart) {
        ScheduleState now = Objects.requireNonNullElse(states.changed(state.taskId()), state);
        if (now.isComplete()) {
            return;
        }
        Instant when = state.jitter().due(state.taskId(), nominal);
        due = mayStart.equals(when) ? later(due, when) : due;
        decidesUpTo(when);
        SkipReason against = against(now, schedule, nominal);
        if (against == SkipReason.CALENDAR && mayStart.equals(when)) {
            leftOut.add(now, schedule, nominal, when);
            return;
        }
        now = leftOut.endBefore(now, when, nominal);
        if (against != null) {
            skip(state.taskId(), new SkippedRange(against, nominal, nominal, 1), SkipCause.of(against, schedule, this));
        } else if (TickDecision.needsProgress(schedule)) {
            new TickDecision(now, schedule, this).decide(nominal, mayStart);
        } else {
            dispatch(TickRecords.task(now, schedule, nominal, mayStart), schedule.routing());
        }
    }

    /** Why a tick that is due becomes no task; null if it becomes one. */
    private @Nullable SkipReason against(ScheduleState state, Schedule schedule, Instant nominal) {
        if (!queueExists(schedule.work().queue())) {
            return SkipReason.BROKEN;
        }
        if (state.overrides().skipping().contains(nominal)) {
            return SkipReason.REQUESTED;
        }
        PlannedTicks.Days days = PlannedTicks.days(schedule, calendars::named);
        return days == null ? null : days.against(nominal);
    }

    /** No record of this slice may be appended before that instant. */
    public void decidesUpTo(Instant instant) {
        notBefore = later(notBefore, instant);
    }

    private static Instant later(@Nullable Instant a, Instant b) {
        return a == null || b.isAfter(a) ? b : a;
    }

    /** Dispatches by hash: a key chosen by a client may come again, and must then reach the same partition. */
    public void dispatch(Task task) {
        dispatch(task, Routing.HASH);
    }

    public void dispatch(Task task, @Nullable Routing routing) {
        tasks++;
        size.add(task.work().payload().length());
        outputs.add(new SliceOutput.Dispatch(task, routing));
    }

    public void skip(String taskId, SkippedRange range, @Nullable String because) {
        skipped += range.count();
        size.add(0);
        outputs.add(new SliceOutput.Skip(TickRecords.skipped(taskId, range, because, now)));
        ScheduleState state = state(taskId);
        if (state != null) {
            OwnEnds.skipped(state, range, this);
        }
    }

    /** Writes a command of the trigger. */
    void order(Command command) {
        size.add(0);
        outputs.add(new SliceOutput.Order(command.withBy(rules.source())));
    }

    public void publish(EventType type, String subject, String message) {
        publish(new Event(type, subject, now, rules.source(), message, null, Map.of()));
    }

    public void deadLetter(InputRecord input, ErrorCode cause, String message) {
        size.add(input.size());
        outputs.add(new SliceOutput.PutAside(input, cause, message));
    }

    public void publish(Event event) {
        publish(event, true);
    }

    /** Publishes an event; one that is not counted may exceed the size of the slice. */
    public void publish(Event event, boolean counted) {
        RawJson data = event.data();
        if (counted) {
            size.add(data == null ? 0 : data.length());
        }
        outputs.add(new SliceOutput.Say(event));
    }

    /** Deletes a marker that is no longer needed. */
    public void forget(String taskId) {
        states.forget(taskId);
    }

    /** Counts inputs as applied, also those that were refused. */
    public void countInputs(int more) {
        inputs += more;
        if (more > 0) {
            size.decided();
        }
    }

    public void countApplied() {
        applied++;
        countInputs(1);
    }

    public SlicePlan done(DecidedUpTo after) {
        return done(after, positions, null);
    }

    public SlicePlan done(DecidedUpTo after, InputPositions upTo, @Nullable GapCursor gap) {
        if (!after.equals(before.reached())) {
            decidesUpTo(after.due());
        }
        // A gap that goes on was checked when it began; its cursor decides nothing later.
        if (gap != null && before.gap() == null) {
            decidesUpTo(gap.until());
        }
        Map<String, Optional<Marker>> markers = states.markers();
        if (!outputs.isEmpty() || !markers.isEmpty()) {
            // Records and markers may carry the time of our clock, so none may be appended before it.
            decidesUpTo(now);
        }
        Watermark next = new Watermark(before.shard(), after, upTo, gap, outcome, rules.idleWatermark(), before.rest());
        var lost = catalogue.dueIndex().lostTimes().between(reached().due(), after.due());
        Slice slice = SliceBuilder.builder()
                .before(before.reached())
                .after(after)
                .from(before.positions())
                .to(upTo)
                .tasks(tasks)
                .skipped(skipped)
                .applied(applied)
                .gap(gap)
                .lost(lost)
                .build();
        return new SlicePlan(next, slice, due, notBefore, outputs, markers, inputs);
    }
}
