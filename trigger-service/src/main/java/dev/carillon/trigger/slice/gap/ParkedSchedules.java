package dev.carillon.trigger.slice.gap;

import dev.carillon.schemas.error.ErrorCode;
import dev.carillon.schemas.record.EventType;
import dev.carillon.schemas.trigger.DecidedUpTo;
import dev.carillon.schemas.trigger.GapCursor;
import dev.carillon.schemas.trigger.ScheduleOverrides;
import dev.carillon.timing.state.ScheduleState;
import dev.carillon.timing.state.ScheduleStateBuilder;
import dev.carillon.timing.state.TickProgress;
import dev.carillon.trigger.catalogue.Catalogue;
import dev.carillon.trigger.definition.UnevaluableSchedule;
import dev.carillon.trigger.definition.UnreadableDefinition;
import dev.carillon.trigger.slice.backfill.BackfillDecision;
import dev.carillon.trigger.slice.build.SlicePlanBuilder;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Parks schedules in force that can't be planned here, before anything else is decided. One that can't be read fires
 * nothing, not even by an older definition. One whose times can't be worked out has a gap, which is decided when it is
 * applied again.
 */
public final class ParkedSchedules {
    private static final int AT_ONCE = 500;

    private ParkedSchedules() {}

    /** Returns false if there are none. */
    public static boolean park(Catalogue catalogue, SlicePlanBuilder slice) {
        boolean found = false;
        for (UnreadableDefinition unreadable : catalogue.unplannable(AT_ONCE)) {
            if (found && slice.size().isFull()) {
                return true; // The next slice parks the others.
            }
            found = true;
            ScheduleState parked = parked(catalogue.state(unreadable.taskId()), unreadable, slice.reached());
            slice.publish(
                    EventType.SCHEDULE_BROKEN,
                    unreadable.taskId(),
                    unreadable.bad().code() + ": the definition in force can't be planned any more, so it is parked: "
                            + unreadable.bad().message() + ". Then apply it again");
            ScheduleState last = catalogue.state(unreadable.taskId());
            if (last != null) {
                BackfillDecision.withoutBackfill(last, "its schedule can't be planned any more", slice);
            }
            slice.setState(parked);
        }
        for (UnevaluableSchedule failed : catalogue.dueIndex().unevaluable(AT_ONCE)) {
            if (found && slice.size().isFull()) {
                return true;
            }
            found = true;
            park(Objects.requireNonNull(catalogue.state(failed.taskId())), failed.message(), slice);
        }
        return found;
    }

    /** Parks a schedule at the watermark; its later ticks are decided when it is applied again. */
    public static void park(ScheduleState state, String failure, SlicePlanBuilder slice) {
        String code = ErrorCode.EVALUATION_FAILED.name();
        slice.publish(
                EventType.SCHEDULE_BROKEN,
                state.taskId(),
                code + ": " + failure + ", so the schedule is parked and does not fire. Write its times in another way"
                        + " and apply it again: carillon schedule apply -f FILE. Please report the old definition");
        DecidedUpTo decided = decided(state.taskId(), slice);
        DecidedUpTo floor = state.floor().orLater(decided);
        ScheduleState.Broken why =
                new ScheduleState.Broken(code, failure, slice.reached().due());
        slice.setState(state.parked(floor, why));
    }

    /** Up to where its ticks are decided: while a gap is being decided, some schedules are further than others. */
    private static DecidedUpTo decided(String taskId, SlicePlanBuilder slice) {
        GapCursor gap = slice.gap();
        String last = gap == null ? null : gap.taskId();
        if (gap == null || last == null || taskId.compareTo(last) > 0) {
            return slice.reached();
        }
        boolean partly = taskId.equals(last) && gap.instant() != null;
        return DecidedUpTo.allOf(partly ? Objects.requireNonNull(gap.instant()) : gap.until());
    }

    /**
     * The state of a schedule whose definition in force can't be read: it fires nothing until there is another one.
     *
     * @param before its state before, of which only a marker is trusted; or null
     */
    private static ScheduleState parked(
            @Nullable ScheduleState before, UnreadableDefinition unreadable, DecidedUpTo reached) {
        boolean marked = before != null && before.marked();
        ScheduleState last = marked ? before : null;
        return ScheduleStateBuilder.builder()
                .taskId(unreadable.taskId())
                .version(unreadable.offset())
                .position(Math.max(unreadable.offset() + 1, last == null ? 0 : last.position()))
                .generation(last == null ? 0 : last.generation())
                .floor(reached)
                .progress(last == null ? TickProgress.NONE : last.progress())
                .overrides(ScheduleOverrides.NONE)
                .pause(last == null ? null : last.pause())
                .broken(new ScheduleState.Broken(
                        unreadable.bad().code().name(), unreadable.bad().message()))
                .marked(true)
                .build();
    }
}
