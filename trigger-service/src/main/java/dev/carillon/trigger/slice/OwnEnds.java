package dev.carillon.trigger.slice;

import dev.carillon.schemas.record.Schedule;
import dev.carillon.schemas.record.SkippedRange;
import dev.carillon.trigger.catalogue.Memory;
import dev.carillon.trigger.catalogue.Standing;
import java.time.Duration;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/** The next instant of a schedule that follows its own ends. */
final class OwnEnds {
    private OwnEnds() {}

    /**
     * What is remembered once the last execution or skip has ended.
     *
     * @param ended when; the next instant is the delay later, on a whole second
     * @param after the last instant that is decided
     */
    static Memory followed(Memory memory, Schedule schedule, Instant ended, Instant after) {
        Duration delay = schedule.when().afterEnd();
        if (delay == null) {
            return memory;
        }
        return memory.withNext(next(schedule, wholeSecondFrom(ended.plus(delay)), after));
    }

    /** A skipped tick has ended at once. */
    static void skipped(Standing standing, SkippedRange range, Draft draft) {
        Schedule schedule = standing.schedule();
        boolean follows = schedule != null && schedule.when().afterEnd() != null;
        if (schedule == null || !follows || !standing.memory().open().isEmpty()) {
            return;
        }
        Instant decided = later(range.last(), decided(standing, draft));
        draft.stand(
                standing.withMemory(followed(standing.memory(), schedule, later(range.last(), draft.now), decided)));
    }

    private static Instant later(Instant a, Instant b) {
        return a.isAfter(b) ? a : b;
    }

    /** The first instant of a definition that is applied. */
    static Memory begun(Memory memory, Schedule schedule, Instant after) {
        return memory.withNext(next(schedule, after.plusSeconds(1), after));
    }

    private static @Nullable Instant next(Schedule schedule, Instant earliest, Instant after) {
        Instant next = earliest.isAfter(after) ? earliest : after.plusSeconds(1);
        Instant from = schedule.when().from();
        if (from != null && from.isAfter(next)) {
            next = from;
        }
        Instant until = schedule.when().until();
        return until != null && next.isAfter(until) ? null : next;
    }

    private static Instant wholeSecondFrom(Instant instant) {
        return Instant.ofEpochSecond(instant.getEpochSecond() + (instant.getNano() > 0 ? 1 : 0));
    }

    /** Up to where a schedule's instants are decided by now. */
    static Instant decided(Standing standing, Draft draft) {
        return standing.decidedAt(draft.reached());
    }
}
