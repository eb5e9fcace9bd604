package dev.carillon.console.history.fold;

import dev.carillon.client.EventDeriver;
import dev.carillon.schemas.json.RawJson;
import dev.carillon.schemas.record.Result;
import dev.carillon.schemas.record.ResultStatus;
import dev.carillon.schemas.retry.RetryRule;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * How an attempt ended: as the outcome says; before there is one, as the first result that ended it says, since what
 * comes later changes nothing.
 *
 * @param next when the attempt after this one may start; null if none follows
 * @param data what a successful attempt answered; null when it is too much, or lies in the database already
 */
@SuppressWarnings("ArrayRecordComponent") // Never compared.
public record EndFact(
        boolean ofOutcome,
        Stamp stamp,
        ResultStatus status,
        @Nullable String code,
        @Nullable String message,
        @Nullable String error,
        @Nullable String worker,
        @Nullable Instant scheduled,
        @Nullable Instant started,
        @Nullable Instant finished,
        @Nullable Instant next,
        byte @Nullable [] data) {
    /** Larger answers are not kept. */
    public static final int MAX_DATA = 16 * 1024;

    static EndFact of(Result result, Stamp stamp, boolean ofOutcome) {
        RawJson data = result.data();
        return new EndFact(
                ofOutcome,
                stamp,
                result.status(),
                code(result),
                Texts.cut(result.message(), Texts.MESSAGE),
                Texts.cut(result.error(), Texts.ERROR),
                result.worker() == null ? null : result.worker().id(),
                result.times().scheduled(),
                result.times().started(),
                result.times().finished(),
                ofOutcome
                        ? null
                        : EventDeriver.nextAttempt(result, Instant.ofEpochMilli(stamp.at()))
                                .orElse(null),
                data == null || data.length() > MAX_DATA ? null : data.text().getBytes(StandardCharsets.UTF_8));
    }

    /** What retry rules match on; an attempt that ended without a failure has only what its worker said. */
    private static @Nullable String code(Result result) {
        return switch (result.status()) {
            case FAILED, TIMED_OUT, LOST, CANCELLED, EXPIRED -> RetryRule.codeOf(result.status(), result.code());
            case STARTED, SUCCEEDED, HANDED_BACK, SKIPPED -> result.code();
        };
    }

    static EndFact counting(@Nullable EndFact known, EndFact told) {
        if (known == null) {
            return told;
        }
        if (known.ofOutcome != told.ofOutcome) {
            return known.ofOutcome ? known : told;
        }
        boolean toldCounts = told.ofOutcome ? known.stamp.isBefore(told.stamp) : told.stamp.isBefore(known.stamp);
        return toldCounts ? told : known;
    }

    /** Whether it is one that a retry may follow. */
    boolean isFailure() {
        return switch (status) {
            case FAILED, TIMED_OUT, LOST -> true;
            default -> false;
        };
    }
}
