package dev.carillon.schemas.record;

import dev.carillon.schemas.json.FieldWriter;
import dev.carillon.schemas.json.Fields;
import java.time.Duration;
import java.util.List;

/**
 * When a failed attempt is tried again.
 *
 * @param jitter the share of a delay, from 0 to 1, by which it is shortened or lengthened at random
 * @param retryOn codes that alone are retried; empty for all
 * @param giveUpOn codes that are never retried
 */
public record Retry(
        int maxRetries,
        Duration delay,
        double backoffRate,
        Duration maxDelay,
        double jitter,
        List<String> retryOn,
        List<String> giveUpOn) {
    public static final Retry DEFAULT =
            new Retry(3, Duration.ofSeconds(10), 2.0, Duration.ofMinutes(10), 0.2, List.of(), List.of());

    static Retry read(Fields f) {
        return new Retry(
                (int) f.number("maxRetries", DEFAULT.maxRetries, 0, Limits.MAX_RETRIES),
                orElse(f.duration("delay", Duration.ZERO, Limits.MAX_RETRY_DELAY), DEFAULT.delay),
                f.decimal("backoffRate", DEFAULT.backoffRate, 1, 100),
                orElse(f.duration("maxDelay", Duration.ZERO, Limits.MAX_RETRY_DELAY), DEFAULT.maxDelay),
                f.decimal("jitter", DEFAULT.jitter, 0, 1),
                f.texts("retryOn", 100),
                f.texts("giveUpOn", 100));
    }

    static void write(Retry r, FieldWriter out) {
        out.number("maxRetries", r.maxRetries)
                .duration("delay", r.delay)
                .decimal("backoffRate", r.backoffRate)
                .duration("maxDelay", r.maxDelay)
                .decimal("jitter", r.jitter)
                .texts("retryOn", r.retryOn)
                .texts("giveUpOn", r.giveUpOn);
    }

    private static Duration orElse(@org.jspecify.annotations.Nullable Duration value, Duration byDefault) {
        return value == null ? byDefault : value;
    }
}
