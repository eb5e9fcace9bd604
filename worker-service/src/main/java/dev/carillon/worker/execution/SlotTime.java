package dev.carillon.worker.execution;

import dev.carillon.schemas.record.ResultStatus;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/** How long an attempt took a slot lately: the mean of the last ones, unless the last is too old. */
public final class SlotTime {
    /** Enough that one long attempt among short ones does not decide alone. */
    private static final int SAMPLES = 256;

    private static final Duration STALE_AFTER = Duration.ofMinutes(1);
    private static final double NANOS_A_MILLI = 1e6;

    private final long[] nanos = new long[SAMPLES];
    private int known;
    private int next;
    private long sum;
    private long lastNanos;

    /**
     * An attempt has left its slot. Failures do not count: a worker that fails each task at once would look like the
     * fastest, and be sent all of them.
     *
     * @param now of the monotonic clock
     */
    public void ended(ResultStatus status, Duration time, long now) {
        if (status != ResultStatus.SUCCEEDED && status != ResultStatus.TIMED_OUT) {
            return;
        }
        long took = time.toNanos();
        sum += took - nanos[next];
        nanos[next] = took;
        next = (next + 1) % SAMPLES;
        known = Math.min(known + 1, SAMPLES);
        lastNanos = now;
    }

    /**
     * The mean in milliseconds; null if no attempt has ended within the last minute.
     *
     * @param now of the monotonic clock
     */
    public @Nullable Double millis(long now) {
        if (known == 0 || now - lastNanos > STALE_AFTER.toNanos()) {
            return null;
        }
        // A heartbeat needs no more digits than microseconds have.
        return Math.round(sum / (double) known / 1_000) * 1_000 / NANOS_A_MILLI;
    }
}
