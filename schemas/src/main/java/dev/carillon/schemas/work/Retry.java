package dev.carillon.schemas.work;

import dev.carillon.schemas.duration.DurationText;
import dev.carillon.schemas.error.ContractException;
import dev.carillon.schemas.error.ErrorCode;
import dev.carillon.schemas.json.FieldWriter;
import dev.carillon.schemas.json.Fields;
import dev.carillon.schemas.json.RawJson;
import dev.carillon.schemas.json.TextRules;
import java.time.Duration;
import java.util.List;
import java.util.Map;

/**
 * When a failed attempt is retried.
 *
 * @param jitter the share of a delay, from 0 to 1, by which it is shortened or lengthened at random
 * @param retryOn the only codes that are retried; empty for all
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

    private static final double MAX_RATE = 100;

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
                f.decimal("backoffRate", DEFAULT.backoffRate, 1, MAX_RATE),
                orElse(f.duration("maxDelay", Duration.ZERO, Limits.MAX_RETRY_DELAY), DEFAULT.maxDelay),
                f.decimal("jitter", DEFAULT.jitter, 0, 1),
                f.words("retryOn", Limits.RETRY_CODES, Limits.CODE, TextRules::word),
                f.words("giveUpOn", Limits.RETRY_CODES, Limits.CODE, TextRules::word),
                f.rest());
        retry.check();
        return retry;
    }

    private void check() {
        if (delay.compareTo(maxDelay) > 0) {
            throw new ContractException(
                    ErrorCode.CONFLICTING_FIELDS,
                    "delay",
                    DurationText.format(delay) + " is longer than maxDelay, " + DurationText.format(maxDelay),
                    "shorten delay or raise maxDelay");
        }
    }

    static void write(Retry r, FieldWriter out) {
        r.check();
        out.number("maxRetries", r.maxRetries, 0, Limits.MAX_RETRIES)
                .duration("delay", r.delay, Duration.ZERO, Limits.MAX_RETRY_DELAY)
                .decimal("backoffRate", r.backoffRate, 1, MAX_RATE)
                .duration("maxDelay", r.maxDelay, Duration.ZERO, Limits.MAX_RETRY_DELAY)
                .decimal("jitter", r.jitter, 0, 1)
                .words("retryOn", r.retryOn, Limits.RETRY_CODES, Limits.CODE, TextRules::word)
                .words("giveUpOn", r.giveUpOn, Limits.RETRY_CODES, Limits.CODE, TextRules::word)
                .rest(r.rest);
    }

    private static Duration orElse(@org.jspecify.annotations.Nullable Duration value, Duration byDefault) {
        return value == null ? byDefault : value;
    }
}
