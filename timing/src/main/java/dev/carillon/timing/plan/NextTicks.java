package dev.carillon.timing.plan;

import dev.carillon.timing.cron.Timing;
import java.time.Instant;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/** Caches next instants for one slice, as thousands of schedules may depend on the same one. */
public final class NextTicks {
    private static final int MAX_ANSWERS = 20_000;

    private final Map<Question, Optional<Instant>> answers = new HashMap<>();

    private record Question(Timing timing, Instant after) {}

    /** As {@link Timing#next}. */
    public Optional<Instant> of(Timing timing, Instant after) {
        Question question = new Question(timing, after);
        Optional<Instant> known = answers.get(question);
        if (known == null) {
            known = timing.next(after);
            if (answers.size() >= MAX_ANSWERS) {
                answers.clear();
            }
            answers.put(question, known);
        }
        return known;
    }
}
