package dev.carillon.trigger.slice.build;

import dev.carillon.schemas.schedule.ParentsEnd;
import dev.carillon.schemas.schedule.Schedule;
import dev.carillon.schemas.trigger.DecidedUpTo;
import dev.carillon.schemas.work.SkipReason;
import dev.carillon.schemas.work.SkippedRange;
import dev.carillon.timing.state.ParentProgress;
import dev.carillon.timing.state.ScheduleState;
import dev.carillon.timing.state.TickProgress;
import java.math.BigInteger;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** Works out which progress of a schedule outlives a new definition or a deletion. */
public final class StateCarryOver {
    private static final String GIVEN_UP =
            "the schedule was deleted or changed before all that it depends on had ended";
    private static final String UNREADABLE = "its definition became unreadable while it waited";

    private StateCarryOver() {}

    /**
     * The progress under the new definition.
     *
     * @param last the definition in force before, or null at the beginning of a generation
     * @param floor of the new version
     */
    public static TickProgress of(TickProgress before, @Nullable Schedule last, Schedule next, DecidedUpTo floor) {
        TickProgress progress = before.withFailures(0);
        // Executions of an earlier definition or generation still run.
        progress = TickDecision.awaitsEnds(next) ? progress : progress.withOpen(List.of());
        progress = last == null || next.when().maxRuns() == null ? progress.withRuns(0) : progress;
        progress = last == null ? progress.withWaiting(List.of()) : progress;
        progress = ownEnds(progress, last, next, floor.lastOf(next.taskId()));
        return progress.withParents(parentProgress(progress.parents(), last, next, floor));
    }

    private static TickProgress ownEnds(
            TickProgress progress, @Nullable Schedule last, Schedule next, Instant decided) {
        Duration delay = next.when().afterEnd();
        if (delay == null || !progress.open().isEmpty()) {
            return progress.withNext(null);
        }
        Instant planned = last == null || last.when().afterEnd() == null ? null : progress.next();
        Instant from = next.when().from();
        Instant until = next.when().until();
        boolean stays = planned != null
                && planned.isAfter(decided)
                && (from == null || !planned.isBefore(from))
                && (until == null || !planned.isAfter(until));
        return stays ? progress : OwnEnds.begun(progress, next, decided);
    }

    private static @Nullable ParentProgress parentProgress(
            @Nullable ParentProgress progress, @Nullable Schedule last, Schedule next, DecidedUpTo floor) {
        List<String> parents = next.when().dependsOn();
        if (parents.isEmpty()) {
            return null;
        }
        if (progress == null || last == null) {
            // For the instant at the watermark some parents may have ended before their ends counted here.
            return ParentProgress.from(floor.due());
        }
        List<String> before = last.when().dependsOn();
        ParentProgress now = before.equals(parents) ? progress : renumbered(progress, before, parents);
        ParentsEnd asked = next.when().dependsOnEnd();
        return asked == last.when().dependsOnEnd() || asked == ParentsEnd.ENDED ? now : asOtherEnds(now);
    }

    /** Marks instants with ends as decided, as it is not stored whether those ends suit the new definition. */
    private static ParentProgress asOtherEnds(ParentProgress progress) {
        TreeMap<Instant, ParentProgress.Ends> changed = new TreeMap<>(progress.instants());
        changed.replaceAll(
                (instant, ends) -> ends.bits().signum() == 0 ? ends : new ParentProgress.Ends(ends.bits(), true));
        return progress.withEnds(changed);
    }

    /** Publishes a skip for each open instant that the new progress drops. */
    public static void skipLost(ScheduleState before, TickProgress next, SlicePlanBuilder slice) {
        if (before.schedule() == null) {
            // It was parked, and its waiting ticks belonged to an unreadable definition.
            skip(before, before.progress().waiting(), SkipReason.BROKEN, UNREADABLE, slice);
        }
        ParentProgress progress = before.progress().parents();
        if (progress == null || before.isComplete()) {
            return;
        }
        ParentProgress now = next.parents();
        List<Instant> lost = new ArrayList<>();
        progress.instants().forEach((instant, ends) -> {
            ParentProgress.Ends after = now == null ? null : now.instants().get(instant);
            if (!ends.decided() && (after == null || after.decided())) {
                lost.add(instant);
            }
        });
        skip(before, lost, SkipReason.DEPENDENCY, GIVEN_UP, slice);
    }

    private static void skip(
            ScheduleState before, List<Instant> instants, SkipReason reason, String because, SlicePlanBuilder slice) {
        instants.forEach(
                instant -> slice.skip(before.taskId(), new SkippedRange(reason, instant, instant, 1), because));
    }

    /** Keeps the ends of parents that are still named, under their new numbers. */
    private static ParentProgress renumbered(ParentProgress progress, List<String> before, List<String> parents) {
        TreeMap<Instant, ParentProgress.Ends> changed = new TreeMap<>();
        for (Map.Entry<Instant, ParentProgress.Ends> entry : progress.instants().entrySet()) {
            BigInteger bits = BigInteger.ZERO;
            for (int i = 0; i < parents.size(); i++) {
                int old = before.indexOf(parents.get(i));
                bits = old >= 0 && entry.getValue().bits().testBit(old) ? bits.setBit(i) : bits;
            }
            changed.put(
                    entry.getKey(),
                    new ParentProgress.Ends(bits, entry.getValue().decided()));
        }
        return progress.withEnds(changed);
    }

    /** Keeps only the open executions of a deleted schedule, as the next generation must wait for them. */
    public static TickProgress ofDeleted(ScheduleState state) {
        TickProgress progress = state.progress();
        return progress.open().isEmpty()
                ? TickProgress.NONE
                : progress.withRuns(0)
                        .withFailures(0)
                        .withWaiting(List.of())
                        .withNext(null)
                        .withParents(null);
    }
}
