package dev.carillon.trigger.slice.build;

import dev.carillon.schemas.error.ContractException;
import dev.carillon.schemas.record.OutcomeStatus;
import dev.carillon.schemas.schedule.Schedule;
import dev.carillon.schemas.work.SkipReason;
import dev.carillon.timing.state.ScheduleState;
import dev.carillon.timing.state.TickProgress;
import java.math.BigInteger;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** Words the cause of a skip beyond its reason code, for people; no decision depends on it. */
public final class SkipCause {
    private static final int MAX_NAMED = 5;

    private SkipCause() {}

    /** For a tick that is due; null where the reason code is enough. */
    static @Nullable String of(SkipReason reason, Schedule schedule, SlicePlanBuilder slice) {
        if (reason != SkipReason.BROKEN) {
            return null;
        }
        return slice.queueExists(schedule.work().queue())
                ? "its calendar " + schedule.when().calendar() + " does not exist"
                : noQueue(schedule);
    }

    static String noQueue(Schedule schedule) {
        return "its queue " + ContractException.shown(schedule.work().queue()) + " has no topics";
    }

    /** For a tick of a gap in which no trigger led. */
    public static @Nullable String inGap(SkipReason reason, Schedule schedule, Instant now) {
        return switch (reason) {
            case MISSED ->
                "no trigger decided it in time, and its rule for missed ticks does not make up for it; decided at "
                        + now;
            case BROKEN -> "its calendar " + schedule.when().calendar() + " does not exist";
            default -> null;
        };
    }

    /** For a tick of the gap of a pause, or of a schedule that was parked. */
    public static @Nullable String inOwnGap(SkipReason reason, ScheduleState before) {
        ScheduleState.Pause pause = before.pause();
        ScheduleState.Broken broken = before.broken();
        if (reason == SkipReason.PAUSED && pause != null) {
            return "it was paused since " + pause.since() + (pause.reason() == null ? "" : ": " + pause.reason());
        }
        if (reason != SkipReason.BROKEN) {
            return null;
        }
        return broken != null && before.isParked()
                ? "the schedule was parked since " + broken.since() + ": " + broken.message() + " (" + broken.code()
                        + ")"
                : "its calendar " + before.calendar() + " does not exist";
    }

    /** For a tick that an open execution or a waiting tick blocks. */
    static String blockedBy(TickProgress progress) {
        return progress.open().isEmpty()
                ? "the tick of " + progress.waiting().get(0) + " waited before it"
                : progress.open().get(0) + " had no outcome yet";
    }

    public static String endedOtherwise(String parent, OutcomeStatus status, Schedule schedule) {
        return parent + " ended " + status + ", and dependsOnEnd is "
                + schedule.when().dependsOnEnd().name().toLowerCase(Locale.ROOT);
    }

    /** For an instant for which some parents have not ended. */
    public static String gaveUp(String why, List<String> parents, BigInteger bits) {
        List<String> missing = new ArrayList<>();
        for (int i = 0; i < parents.size(); i++) {
            if (!bits.testBit(i)) {
                missing.add(parents.get(i));
            }
        }
        int more = missing.size() - MAX_NAMED;
        return why + "; it waited for " + String.join(", ", missing.subList(0, Math.min(MAX_NAMED, missing.size())))
                + (more > 0 ? " and " + more + " more" : "");
    }
}
