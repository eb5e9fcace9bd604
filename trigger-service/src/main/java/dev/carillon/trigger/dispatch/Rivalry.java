package dev.carillon.trigger.dispatch;

import dev.carillon.schemas.record.Watermark;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import org.jspecify.annotations.Nullable;

/**
 * Keeps two instances that both believe to lead from fencing each other in turns. Whoever lost two terms within a minute does
 * not begin another while somebody else commits slices: the election is wrong then, and the slices are right. One thread owns
 * it.
 */
final class Rivalry {
    private static final int TERMS = 2;
    private static final Duration REMEMBERED = Duration.ofMinutes(1);
    private static final Duration SOON = Duration.ofSeconds(10);

    private final Duration silence;
    /** The last two, in nanoseconds of the monotonic clock. */
    private final Deque<Long> ended = new ArrayDeque<>();

    private @Nullable Long othersAt;
    private @Nullable Watermark ours;
    private boolean standingBack;

    /**
     * Knows of no rival yet.
     *
     * @param silence a leader commits something at least so often
     */
    Rivalry(Duration silence) {
        this.silence = silence;
    }

    /** A slice of ours may be found in the log, whether or not we learn that it was committed. */
    void committing(Watermark watermark) {
        ours = watermark;
    }

    /** A slice was found in the log that we did not know of. */
    void read(@Nullable Watermark watermark, long nanos) {
        if (watermark != null && !watermark.equals(ours)) {
            othersAt = nanos;
        }
    }

    /** A term of ours ended by a failure. */
    void termEnded(RuntimeException why, long nanos) {
        if (why instanceof SliceFailed failed && failed.isRejected()) {
            ours = null; // Should the very same slice be found, somebody else wrote it.
        }
        ended.addLast(nanos);
        if (ended.size() > TERMS) {
            ended.removeFirst();
        }
    }

    /** Whether the last two terms ended within seconds: what is left of them in the election may be in the way. */
    boolean endedTwiceSoon() {
        return ended.size() == TERMS && ended.getLast() - ended.getFirst() < SOON.toNanos();
    }

    /** Whether somebody else leads, whatever the election says; once so, until that one falls silent. */
    boolean othersLead(long nanos) {
        Long seen = othersAt;
        boolean suspected = ended.size() == TERMS && ended.getLast() - ended.getFirst() < REMEMBERED.toNanos();
        standingBack = (standingBack || (suspected && nanos - ended.getLast() < REMEMBERED.toNanos()))
                && seen != null
                && nanos - seen < silence.toNanos();
        return standingBack;
    }
}
