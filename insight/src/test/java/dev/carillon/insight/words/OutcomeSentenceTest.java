package dev.carillon.insight.words;

import static org.assertj.core.api.Assertions.assertThat;

import dev.carillon.schemas.key.ExecutionKey;
import dev.carillon.schemas.record.AttemptTimes;
import dev.carillon.schemas.record.Outcome;
import dev.carillon.schemas.record.OutcomeBuilder;
import dev.carillon.schemas.record.OutcomeStatus;
import dev.carillon.schemas.record.Result;
import dev.carillon.schemas.record.ResultStatus;
import dev.carillon.schemas.work.SkipReason;
import dev.carillon.schemas.work.SkippedRange;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class OutcomeSentenceTest {
    private static final Instant SIX = Instant.parse("2026-11-18T06:00:00Z");
    private static final ExecutionKey KEY = ExecutionKey.of("report", SIX);

    @Test
    void firstAttemptIsOnTimeOrLate() {
        assertThat(sentence(OutcomeStatus.SUCCEEDED, 1, null, 3, 15))
                .isEqualTo("report ran on time, took 12 ms (attempt 1)");
        assertThat(sentence(OutcomeStatus.SUCCEEDED, 1, null, 4_000, 5_500))
                .isEqualTo("report ran 4 s late, took 1.5 s (attempt 1)");
    }

    @Test
    void laterAttemptSaysHowOftenItFailed() {
        assertThat(sentence(OutcomeStatus.SUCCEEDED, 3, null, 3_900, 4_000))
                .isEqualTo("report succeeded on attempt 3 after failing twice, 4 s after its time");
    }

    @Test
    void finalFailureSaysWhyAndWhere() {
        assertThat(sentence(OutcomeStatus.FAILED, 4, "exit code 7", 0, 1))
                .isEqualTo("report failed for good after 4 attempts: exit code 7; moved to dead-letters");
    }

    @Test
    void otherEndsAreSaidToo() {
        assertThat(sentence(OutcomeStatus.CANCELLED, 0, null, 0, 0)).isEqualTo("report was cancelled");
        assertThat(sentence(OutcomeStatus.EXPIRED, 0, null, 0, 0)).isEqualTo("report expired: its deadline passed");
        SkippedRange range = new SkippedRange(SkipReason.MISSED, SIX, SIX.plusSeconds(3600), 13);
        Outcome skipped = OutcomeBuilder.builder()
                .key(KEY)
                .status(OutcomeStatus.SKIPPED)
                .decidedAt(SIX)
                .skipped(range)
                .rest(Map.of())
                .build();
        assertThat(OutcomeSentence.of(skipped))
                .isEqualTo("report skipped 13 ticks from 2026-11-18T06:00:00Z to 2026-11-18T07:00:00Z:"
                        + " it was overdue when it could first be decided");
    }

    @Test
    void messagesOfOthersStayOnOneLineAndMoveNoCursor() {
        assertThat(sentence(OutcomeStatus.FAILED, 1, "a\nb\u001b[2J", 0, 1)).contains("a ⏎ b?[2J");
    }

    @ParameterizedTest
    @CsvSource({
        "0, 0 ms",
        "999, 999 ms",
        "1000, 1 s",
        "4250, 4.2 s",
        "10999, 10 s",
        "60000, 1 min",
        "185000, 3 min 5 s",
        "7800000, 2 h 10 min",
        "273600000, 3 d 4 h"
    })
    void durationsAreSaidAsPeopleDo(long millis, String words) {
        assertThat(TextPieces.duration(Duration.ofMillis(millis))).isEqualTo(words);
    }

    @ParameterizedTest
    @CsvSource({
        "0, 0, 'report ran on time, took 0 ms (attempt 1)'",
        "999, 999, 'report ran on time, took 0 ms (attempt 1)'",
        "1000, 1000, 'report ran 1 s late, took 0 ms (attempt 1)'",
        "-5000, 3600000, 'report ran on time, took 1 h (attempt 1)'",
        "3600000, 3600001, 'report ran 1 h late, took 1 ms (attempt 1)'"
    })
    void aStartWithinASecondIsOnTimeEvenAheadOfIt(long from, long to, String words) {
        assertThat(sentence(OutcomeStatus.SUCCEEDED, 1, null, from, to)).isEqualTo(words);
    }

    private static OutcomeBuilder ended(OutcomeStatus status, int attempts) {
        return OutcomeBuilder.builder()
                .key(KEY)
                .status(status)
                .attempts(attempts)
                .decidedAt(SIX)
                .rest(Map.of());
    }

    /** A program may write an outcome with the required fields alone. */
    @Test
    void anOutcomeWithoutItsLastResultIsStillASentence() {
        assertThat(OutcomeSentence.of(ended(OutcomeStatus.SUCCEEDED, 1).build()))
                .isEqualTo("report ran successfully (attempt 1)");
        assertThat(OutcomeSentence.of(ended(OutcomeStatus.SUCCEEDED, 8).build()))
                .isEqualTo("report succeeded on attempt 8 after failing 7 times");
        assertThat(OutcomeSentence.of(
                        ended(OutcomeStatus.SKIPPED, 0).message("why not").build()))
                .isEqualTo("report was skipped: why not");
        assertThat(OutcomeSentence.of(ended(OutcomeStatus.FAILED, 0).build()))
                .isEqualTo("report failed for good; moved to dead-letters");
    }

    @ParameterizedTest
    @CsvSource(
            nullValues = "-",
            value = {
                "-, -, ''",
                "-, BAD_GATEWAY, ': bad_gateway'",
                "'  ', BAD_GATEWAY, ': bad_gateway'",
                "-, 'BAD\u009b2J', ': bad?2j'",
                "502 from upstream, BAD_GATEWAY, ': 502 from upstream'"
            })
    void aReasonIsTheMessageOrElseTheCode(@Nullable String message, @Nullable String code, String reason) {
        assertThat(OutcomeSentence.predicate(ended(OutcomeStatus.CANCELLED, 2)
                        .message(message)
                        .code(code)
                        .build()))
                .isEqualTo("was cancelled after 2 attempts" + reason);
    }

    @Test
    void oneSkippedTickIsNoRange() {
        SkippedRange range = new SkippedRange(SkipReason.CALENDAR, SIX, SIX, 1);

        assertThat(OutcomeSentence.of(
                        ended(OutcomeStatus.SKIPPED, 0).skipped(range).build()))
                .isEqualTo("report skipped its tick of 2026-11-18T06:00:00Z: its calendar leaves it out");
    }

    private static String sentence(OutcomeStatus status, int attempts, @Nullable String message, long from, long to) {
        AttemptTimes times = new AttemptTimes(SIX, SIX.plusMillis(from), SIX.plusMillis(to));
        Result last =
                Result.of(KEY, Math.max(1, attempts), ResultStatus.SUCCEEDED).withRun(null, times, null);
        return OutcomeSentence.of(OutcomeBuilder.builder()
                .key(KEY)
                .status(status)
                .attempts(attempts)
                .message(message)
                .last(last)
                .decidedAt(SIX)
                .rest(Map.of())
                .build());
    }
}
