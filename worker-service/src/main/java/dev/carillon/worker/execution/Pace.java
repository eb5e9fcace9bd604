package dev.carillon.worker.execution;

import dev.carillon.schemas.record.ResultStatus;
import java.time.Duration;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/** How long attempts took a slot lately: the mean of the last few, as long as they say anything of now. */
public final class Pace {
    /** So many that one long attempt among short ones does not decide alone. */
    private static final int REMEMBERED = 256;

    private static final Duration SAYS_NOTHING_AFTER = Duration.ofMinutes(1);
    private static final double NANOS_A_MILLI = 1e6;

    private final long[] nanos = new long[REMEMBERED];
    private int known;
    private int next;
    private long sum;
    private Instant last = Instant.MIN;

    /**
     * An attempt has left its slot. How soon one fails says nothing of how fast work goes here: a worker that fails each task
     * at once would look like the fastest, and be sent all of them.
     */
    public void ended(ResultStatus status, Instant started, Instant ended) {
        if (status != ResultStatus.SUCCEEDED && status != ResultStatus.TIMED_OUT) {
            return;
        }
        // A clock that was set back meanwhile makes no negative time.
        long took = Math.max(0, Duration.between(started, ended).toNanos());
        sum += took - nanos[next];
        nanos[next] = took;
        next = (next + 1) % REMEMBERED;
        known = Math.min(known + 1, REMEMBERED);
        last = ended;
    }

    /** The mean in milliseconds; null while nothing has ended, or for so long that it says nothing any more. */
    public @Nullable Double millis(Instant now) {
        if (known == 0 || last.plus(SAYS_NOTHING_AFTER).isBefore(now)) {
            return null;
        }
        // A heartbeat needs no more digits than microseconds have.
        return Math.round(sum / (double) known / 1_000) * 1_000 / NANOS_A_MILLI;
    }
}
