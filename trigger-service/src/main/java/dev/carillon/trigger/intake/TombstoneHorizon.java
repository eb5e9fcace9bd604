package dev.carillon.trigger.intake;

import java.io.Serial;
import java.time.Duration;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * Detects that an instance may have missed deletions. Compaction keeps a tombstone for a day: an instance that was
 * asleep or cut off for longer never reads it, and would go on with the deleted schedule.
 *
 * <p>A gap in {@code trigger-state} shows this. A leader writes there at least every twenty seconds, so if half a day
 * and many offsets are missing, compaction has removed them. A cluster that was asleep as a whole skips no offsets.
 */
final class TombstoneHorizon {
    /** Well below the day for which tombstones are kept. */
    private static final Duration MOST_MISSED = Duration.ofHours(12);
    /** Transaction markers and aborted transactions may take this many offsets. */
    private static final int MOST_MARKS = 100;

    private @Nullable Last last;
    /** Whether it has caught up once. Before that it reads old records, among which compaction has left gaps. */
    private boolean follows;

    private record Last(long offset, Instant appended) {}

    /** This instance may have missed deletions; only a restart helps, as it reads everything again. */
    static final class Interrupted extends Error {
        @Serial
        private static final long serialVersionUID = 1L;

        Interrupted(Instant from, Instant to) {
            super("this instance was asleep or cut off from " + from + " to " + to
                    + ", too long to know which schedules were deleted meanwhile:"
                    + " it has to be restarted, and to read everything again");
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

    /** Called after each poll. */
    void hasRead(Instant now) {
        follows = follows || (last != null && last.appended().isAfter(now.minus(MOST_MISSED)));
    }
}
