package dev.carillon.trigger.slice.gap;

import dev.carillon.schemas.schedule.MissedRule;
import dev.carillon.schemas.work.SkipReason;
import dev.carillon.timing.plan.PlannedTicks;
import java.time.Instant;
import java.util.HashMap;
import java.util.Map;

/**
 * Caches the missed ticks of the gap that is being decided, for all schedules of one timing and over all slices of the
 * gap. Working them out may take longer than a slice: a rule may make up for thousands, and a calendar is asked for
 * each day.
 */
public final class GapReckoning {
    /** Most instants in the cache, as each answer may make up for thousands. */
    private static final int MAX_INSTANTS = 1_000_000;

    private static final int MAX_ANSWERS = 100_000;

    private final Map<Question, MissedTicks> answers = new HashMap<>();
    private long instants;

    private record Question(PlannedTicks ticks, Instant after, Instant until, MissedRule missed) {}

    public MissedTicks of(PlannedTicks ticks, Instant after, Instant until, MissedRule missed) {
        Question question = new Question(ticks, after, until, missed);
        MissedTicks known = answers.get(question);
        if (known != null) {
            return known;
        }
        MissedTicks decided = MissedTicks.decide(ticks, after, until, missed, SkipReason.MISSED);
        if (answers.size() >= MAX_ANSWERS || instants >= MAX_INSTANTS) {
            clear();
        }
        answers.put(question, decided);
        instants += decided.madeUp().size();
        return decided;
    }

    /** How many answers are cached. */
    public int size() {
        return answers.size();
    }

    /** Empties the cache once the gap is decided. */
    public void clear() {
        answers.clear();
        instants = 0;
    }
}
