package dev.carillon.schemas.retry;

import dev.carillon.schemas.work.Retry;
import java.time.Duration;

/**
 * The delay between two attempts: exponential, capped, and with a jitter that is the same whenever it is computed
 * again.
 */
public final class Backoff {
    private static final long FNV_OFFSET = 0xcbf29ce484222325L;
    private static final long FNV_PRIME = 0x100000001b3L;
    private static final double NANOS_PER_MILLI = 1e6;

    private Backoff() {}

    /** The delay after the given attempt has failed, in whole milliseconds, rounded up. */
    public static Duration after(int failedAttempt, Retry retry, String key) {
        double capped = unjittered(failedAttempt, retry);
        double jittered = capped * (1 + retry.jitter() * share(key, failedAttempt));
        return Duration.ofMillis((long) Math.ceil(jittered / NANOS_PER_MILLI));
    }

    private static double unjittered(int failedAttempt, Retry retry) {
        // Doubles grow to infinity at most, so a rate of 100 at attempt 1,000 gives the cap.
        double grown = retry.delay().toNanos() * Math.pow(retry.backoffRate(), failedAttempt - 1.0);
        double cap = retry.maxDelay().toNanos();
        // 0 * infinity is not a number: a delay of zero stays zero.
        return Double.isNaN(grown) ? 0 : Math.min(grown, cap);
    }

    /** From -1 to 1, the same for one key and attempt on every machine, so that a repeated decision is the same. */
    static double share(String key, int attempt) {
        long hash = FNV_OFFSET;
        for (int i = 0; i < key.length(); i++) {
            hash = (hash ^ key.charAt(i)) * FNV_PRIME;
        }
        hash = (hash ^ attempt) * FNV_PRIME;
        hash = (hash ^ (hash >>> 30)) * 0xbf58476d1ce4e5b9L;
        hash = (hash ^ (hash >>> 27)) * 0x94d049bb133111ebL;
        hash ^= hash >>> 31;
        return (hash >>> 11) * 0x1.0p-53 * 2 - 1;
    }
}
