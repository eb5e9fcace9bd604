package dev.carillon.schemas.record;

import dev.carillon.schemas.error.ContractException;
import dev.carillon.schemas.error.ErrorCode;
import dev.carillon.schemas.json.Durations;
import dev.carillon.schemas.json.FieldWriter;
import dev.carillon.schemas.json.Fields;
import dev.carillon.schemas.json.RawJson;
import dev.carillon.schemas.json.Texts;
import java.time.Duration;
import java.util.List;
import java.util.Map;

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
        List<String> giveUpOn,
        Map<String, RawJson> rest) {
    public static final Retry DEFAULT =
            new Retry(3, Duration.ofSeconds(10), 2.0, Duration.ofMinutes(10), 0.2, List.of(), List.of());

    public Retry(
            int maxRetries,
            Duration delay,
            double backoffRate,
            Duration maxDelay,
            double jitter,
            List<String> retryOn,
            List<String> giveUpOn) {
        this(maxRetries, delay, backoffRate, maxDelay, jitter, retryOn, giveUpOn, Map.of());
    }

    static Retry read(Fields f) {
        Retry retry = new Retry(
                (int) f.number("maxRetries", DEFAULT.maxRetries, 0, Limits.MAX_RETRIES),
                orElse(f.duration("delay", Duration.ZERO, Limits.MAX_RETRY_DELAY), DEFAULT.delay),
                f.decimal("backoffRate", DEFAULT.backoffRate, 1, 100),
                orElse(f.duration("maxDelay", Duration.ZERO, Limits.MAX_RETRY_DELAY), DEFAULT.maxDelay),
                f.decimal("jitter", DEFAULT.jitter, 0, 1),
                f.words("retryOn", Limits.RETRY_CODES, Limits.CODE, Texts::word),
                f.words("giveUpOn", Limits.RETRY_CODES, Limits.CODE, Texts::word),
                f.rest());
        if (retry.delay.compareTo(retry.maxDelay) > 0) {
            throw new ContractException(
                    ErrorCode.CONFLICTING_FIELDS,
                    f.pathOf("delay"),
                    Durations.format(retry.delay) + " is longer than maxDelay, " + Durations.format(retry.maxDelay),
                    "shorten delay or raise maxDelay");
        }
        return retry;
    }

    static void write(Retry r, FieldWriter out) {
        out.number("maxRetries", r.maxRetries)
                .duration("delay", r.delay)
                .decimal("backoffRate", r.backoffRate)
                .duration("maxDelay", r.maxDelay)
                .decimal("jitter", r.jitter)
                .texts("retryOn", r.retryOn)
                .texts("giveUpOn", r.giveUpOn)
                .rest(r.rest);
    }

    private static Duration orElse(@org.jspecify.annotations.Nullable Duration value, Duration byDefault) {
        return value == null ? byDefault : value;
    }
}
