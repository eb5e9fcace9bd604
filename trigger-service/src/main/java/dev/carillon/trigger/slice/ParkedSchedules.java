package dev.carillon.trigger.slice;

import dev.carillon.schemas.error.ErrorCode;
import dev.carillon.schemas.record.Arrangements;
import dev.carillon.schemas.record.EventType;
import dev.carillon.schemas.record.GapCursor;
import dev.carillon.schemas.record.Reached;
import dev.carillon.trigger.catalogue.Catalogue;
import dev.carillon.trigger.catalogue.Memory;
import dev.carillon.trigger.catalogue.Misread;
import dev.carillon.trigger.catalogue.Standing;
import dev.carillon.trigger.catalogue.Unevaluable;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Parks schedules in force that can't be planned here, before anything else is decided. Of one that can't even be read
 * nothing is owed, also not what an older definition plans. One whose times can't be worked out has a gap, which is decided
 * when it ends.
 */
final class ParkedSchedules {
    private static final int AT_ONCE = 500;

    private ParkedSchedules() {}

    /** Returns false if there are none. */
    static boolean park(Catalogue catalogue, Draft draft) {
        boolean found = false;
        for (Misread misread : catalogue.unplannable(AT_ONCE)) {
            if (found && draft.size.isFull()) {
                return true; // The next slice parks the others.
            }
            found = true;
            Standing parked = parked(catalogue.standing(misread.taskId()), misread, draft.reached());
            draft.say(
                    EventType.SCHEDULE_BROKEN,
                    misread.taskId(),
                    misread.bad().code() + ": the definition in force can't be planned any more, so it is parked: "
                            + misread.bad().message() + ". Then apply it again");
            Standing last = catalogue.standing(misread.taskId());
            if (last != null) {
                BackfillDecision.without(last, "its schedule can't be planned any more", draft);
            }
            draft.stand(parked);
        }
        for (Unevaluable failed : catalogue.agenda().unevaluable(AT_ONCE)) {
            if (found && draft.size.isFull()) {
                return true;
            }
            found = true;
            park(Objects.requireNonNull(catalogue.standing(failed.taskId())), failed.message(), draft);
        }
        return found;
    }

    /** Its ticks up to the watermark are decided; later ones are when it is applied again. */
    static void park(Standing standing, String failure, Draft draft) {
        String code = ErrorCode.EVALUATION_FAILED.name();
        draft.say(
                EventType.SCHEDULE_BROKEN,
                standing.taskId(),
                code + ": " + failure + ", so the schedule is parked and all others go on; apply it again with its time"
                        + " written in another way: carillon schedule apply -f FILE. Please report the old one");
        Reached decided = decided(standing.taskId(), draft);
        Reached floor = standing.floor().orLater(decided);
        Standing.Broken why = new Standing.Broken(code, failure, draft.reached().due());
        draft.stand(standing.parked(floor, why));
    }

    /** Up to where its ticks are decided: within a time in which nobody led, some schedules are further than others. */
    private static Reached decided(String taskId, Draft draft) {
        GapCursor gap = draft.gap();
        String last = gap == null ? null : gap.taskId();
        if (gap == null || last == null || taskId.compareTo(last) > 0) {
            return draft.reached();
        }
        boolean partly = taskId.equals(last) && gap.instant() != null;
        return Reached.allOf(partly ? Objects.requireNonNull(gap.instant()) : gap.until());
    }

    /**
     * A schedule whose definition in force can't be planned: nothing is owed until there is another one.
     *
     * @param before what a marker said of it, or null
     */
    private static Standing parked(@Nullable Standing before, Misread misread, Reached reached) {
        boolean marked = before != null && before.marked();
        Standing last = marked ? before : null;
        return new Standing(
                misread.taskId(),
                null,
                null,
                misread.offset(),
                Math.max(misread.offset() + 1, last == null ? 0 : last.position()),
                last == null ? 0 : last.generation(),
                reached,
                last == null ? Memory.NONE : last.memory(),
                Arrangements.NONE,
                last == null ? null : last.pause(),
                new Standing.Broken(misread.bad().code().name(), misread.bad().message()),
                null,
                true);
    }
}
