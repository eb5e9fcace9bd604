package dev.carillon.trigger.catalogue;

import java.io.Serial;
import java.time.Duration;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * Watches that nothing is missing in what an instance follows. Compaction keeps the word of a deletion for a day; who was
 * asleep or cut off for longer never hears of what was deleted, and would go on with it.
 *
 * <p>It is told from {@code trigger-state}, where whoever leads writes at least every twenty seconds: a hole of half a day and
 * of many offsets is the work of compaction. A cluster that was asleep as a whole leaves no offsets out.
 */
final class Continuity {
    /** Well below the day for which deletions are kept. */
    private static final Duration MOST_MISSED = Duration.ofHours(12);
    /** So many offsets may be the marks of transactions, and of some that were aborted. */
    private static final int MOST_MARKS = 100;

    private @Nullable Last last;
    /** It has come to the present once. Before that it reads from the beginning, where compaction has left holes. */
    private boolean follows;

    private record Last(long offset, Instant appended) {}

    /** What is known here has a hole. Only starting anew and reading all again mends that. */
    static final class Interrupted extends Error {
        @Serial
        private static final long serialVersionUID = 1L;

        Interrupted(Instant from, Instant to) {
            super("was asleep or cut off from " + from + " to " + to
                    + ", too long to know what was deleted meanwhile, so"
                    + " this instance has to start anew and read all again");
        }
    }

    void reads(long offset, Instant appended) {
        Last before = last;
        last = new Last(offset, appended);
        if (follows
                && before != null
                && offset - before.offset() > MOST_MARKS
                && before.appended().plus(MOST_MISSED).isBefore(appended)) {
            throw new Interrupted(before.appended(), appended);
        }
    }

    /** A round of reading has ended. */
    void hasRead(Instant now) {
        follows = follows || (last != null && last.appended().isAfter(now.minus(MOST_MISSED)));
    }
}
