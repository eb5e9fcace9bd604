package dev.carillon.trigger.slice;

import dev.carillon.schemas.record.Missed;
import dev.carillon.schemas.record.SkipReason;
import java.time.Instant;
import java.util.HashMap;
import java.util.Map;

/**
 * What was reckoned for the gap that is being decided. Schedules that share a timing share it, over all slices of the gap:
 * with a rule that makes up for thousands, or a calendar that has its say each day, it takes long beside a slice.
 */
final class GapReckoning {
    /** Instants made up for, over all answers kept. */
    private static final int MAX_INSTANTS = 1_000_000;

    private static final int MAX_ANSWERS = 100_000;

    private final Map<Question, MissedTicks> answers = new HashMap<>();
    private long instants;

    private record Question(PlannedTicks ticks, Instant after, Instant until, Missed missed) {}

    MissedTicks of(PlannedTicks ticks, Instant after, Instant until, Missed missed) {
        Question question = new Question(ticks, after, until, missed);
        MissedTicks known = answers.get(question);
        if (known != null) {
            return known;
        }
        MissedTicks reckoned = MissedTicks.decide(ticks, after, until, missed, SkipReason.MISSED);
        if (answers.size() >= MAX_ANSWERS || instants >= MAX_INSTANTS) {
            clear();
        }
        answers.put(question, reckoned);
        instants += reckoned.madeUp().size();
        return reckoned;
    }

    /** How many answers are kept. */
    int size() {
        return answers.size();
    }

    /** The gap is decided. */
    void clear() {
        answers.clear();
        instants = 0;
    }
}
