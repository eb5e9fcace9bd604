package dev.carillon.trigger.dispatch;

import dev.carillon.schemas.trigger.Watermark;
import dev.carillon.trigger.dispatch.failure.SliceFailed;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import org.jspecify.annotations.Nullable;

/**
 * Keeps two instances that were both elected from fencing each other in turns. An instance that lost two terms within a
 * minute does not begin another one while others commit slices: then the election is wrong, and the slices are right.
 * One thread owns it.
 */
final class RivalryGuard {
    private static final int TERMS = 2;
    private static final Duration REMEMBERED = Duration.ofMinutes(1);
    private static final Duration SOON = Duration.ofSeconds(10);

    private final Duration silence;
    /** When the last two terms ended, in nanoseconds of the monotonic clock. */
    private final Deque<Long> ended = new ArrayDeque<>();

    private @Nullable Long othersAt;
    private @Nullable Watermark ours;
    private boolean standingBack;

    /**
     * Begins without a rival.
     *
     * @param silence without a slice for this long, no other instance leads
     */
    RivalryGuard(Duration silence) {
        this.silence = silence;
    }

    /** Notes a slice of this instance: it may be found in the log even if its commit seems to fail. */
    void committing(Watermark watermark) {
        ours = watermark;
    }

    /** Notes a slice that was found in the log; unless this instance wrote it, another one leads. */
    void read(@Nullable Watermark watermark, long nanos) {
        if (watermark != null && !watermark.equals(ours)) {
            othersAt = nanos;
        }
    }

    /** Notes that an error has ended a term of this instance. */
    void termEnded(RuntimeException why, long nanos) {
        if (why instanceof SliceFailed failed && failed.isRejected()) {
            ours = null; // If an equal slice is found from now on, another instance wrote it.
        }
        ended.addLast(nanos);
        if (ended.size() > TERMS) {
            ended.removeFirst();
        }
    }

    /** Whether the last two terms ended within seconds: nodes that they left in the election may be in the way. */
    boolean endedTwiceSoon() {
        return ended.size() == TERMS && ended.getLast() - ended.getFirst() < SOON.toNanos();
    }

    /** Whether another instance leads in spite of the election; if so, until that one commits no more. */
    boolean othersLead(long nanos) {
        Long seen = othersAt;
        boolean suspected = ended.size() == TERMS && ended.getLast() - ended.getFirst() < REMEMBERED.toNanos();
        standingBack = (standingBack || (suspected && nanos - ended.getLast() < REMEMBERED.toNanos()))
                && seen != null
                && nanos - seen < silence.toNanos();
        return standingBack;
    }
}
