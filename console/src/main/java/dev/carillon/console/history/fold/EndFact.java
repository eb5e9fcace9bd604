package dev.carillon.console.history.fold;

import dev.carillon.client.event.EventDeriver;
import dev.carillon.schemas.json.RawJson;
import dev.carillon.schemas.record.Result;
import dev.carillon.schemas.record.ResultStatus;
import dev.carillon.schemas.retry.RetryRule;
import io.soabase.recordbuilder.core.RecordBuilder;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * How an attempt ended: taken from the outcome or, until that is read, from the first result that ended the attempt,
 * since later results change nothing.
 *
 * @param next when the attempt after this one may start; null if none follows
 * @param data answer of a successful attempt; null if it is too large, or is in the database already
 */
@SuppressWarnings("ArrayRecordComponent") // Never compared.
@RecordBuilder
public record EndFact(
        boolean ofOutcome,
        RecordStamp stamp,
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
    /** Larger answers are not stored. */
    public static final int MAX_DATA = 16 * 1024;

    static EndFact of(Result result, RecordStamp stamp, boolean ofOutcome) {
        RawJson data = result.data();
        return EndFactBuilder.builder()
                .ofOutcome(ofOutcome)
                .stamp(stamp)
                .status(result.status())
                .code(code(result))
                .message(TextLimits.cut(result.message(), TextLimits.MESSAGE))
                .error(TextLimits.cut(result.error(), TextLimits.ERROR))
                .worker(result.worker() == null ? null : result.worker().id())
                .scheduled(result.times().scheduled())
                .started(result.times().started())
                .finished(result.times().finished())
                .next(
                        ofOutcome
                                ? null
                                : EventDeriver.nextAttempt(result, Instant.ofEpochMilli(stamp.at()))
                                        .orElse(null))
                .data(
                        data == null || data.length() > MAX_DATA
                                ? null
                                : data.text().getBytes(StandardCharsets.UTF_8))
                .build();
    }

    /** The code that retry rules match on; for an attempt that did not fail, the code that its worker gave. */
    private static @Nullable String code(Result result) {
        return switch (result.status()) {
            case FAILED, TIMED_OUT, LOST, CANCELLED, EXPIRED -> RetryRule.codeOf(result.status(), result.code());
            case STARTED, SUCCEEDED, HANDED_BACK, SKIPPED -> result.code();
        };
    }

    static EndFact prevailing(@Nullable EndFact known, EndFact added) {
        if (known == null) {
            return added;
        }
        if (known.ofOutcome != added.ofOutcome) {
            return known.ofOutcome ? known : added;
        }
        boolean addedPrevails = added.ofOutcome ? known.stamp.isBefore(added.stamp) : added.stamp.isBefore(known.stamp);
        return addedPrevails ? added : known;
    }
}
