package dev.carillon.schemas.record;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.carillon.schemas.error.ContractException;
import dev.carillon.schemas.error.ErrorCode;
import dev.carillon.schemas.json.RawJson;
import dev.carillon.schemas.key.ExecutionKey;
import dev.carillon.schemas.work.Origin;
import dev.carillon.schemas.work.Work;
import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.Test;

class StartDeadlineTest {
    private static final Instant NOW = Instant.parse("2026-11-18T06:00:00Z");
    private static final Duration SIX_DAYS = Duration.ofDays(6);
    private static final Task OLD_KEY =
            Task.first(ExecutionKey.parse("a:2020-01-01T00:00:00Z"), Origin.SUBMITTED, Work.of("shell", RawJson.NULL));

    @Test
    void sixDaysFromWhenItMayStartIsTheDefaultAndTheMost() {
        assertThat(StartDeadline.of(OLD_KEY, NOW)).isEqualTo(NOW.plus(SIX_DAYS));
        Instant later = NOW.plus(Duration.ofDays(90));
        assertThat(StartDeadline.of(OLD_KEY.withTimes(later, null), NOW)).isEqualTo(later.plus(SIX_DAYS));
        assertThat(StartDeadline.of(OLD_KEY.withTimes(later, later.plus(SIX_DAYS)), NOW))
                .isEqualTo(later.plus(SIX_DAYS));
        ContractException refused = catchThrowableOfType(
                ContractException.class,
                () -> StartDeadline.check(
                        OLD_KEY.withTimes(null, NOW.plus(SIX_DAYS).plusNanos(1)), NOW));
        assertThat(refused.code()).isEqualTo(ErrorCode.OUT_OF_RANGE);
        assertThat(refused.field()).isEqualTo("deadline");
        assertThatCode(() -> StartDeadline.check(OLD_KEY.withTimes(null, NOW.plus(SIX_DAYS)), NOW))
                .doesNotThrowAnyException();
    }

    /** The broker dates records in milliseconds, so it is behind even where both share one clock. */
    @Test
    void aReaderAllowsForAWriterWhoseClockIsAhead() {
        Instant appended = NOW.minusMillis(1);
        Task longest = OLD_KEY.withTimes(null, NOW.plus(SIX_DAYS));
        assertThat(StartDeadline.of(longest, appended)).isEqualTo(NOW.plus(SIX_DAYS));
        Instant minutesEarlier = NOW.minus(Duration.ofMinutes(1)).minusNanos(1);
        assertThatExceptionOfType(ContractException.class).isThrownBy(() -> StartDeadline.of(longest, minutesEarlier));
    }

    @Test
    void aDeadlineInThePastStands() {
        assertThat(StartDeadline.of(OLD_KEY.withTimes(null, NOW.minusSeconds(1)), NOW))
                .isEqualTo(NOW.minusSeconds(1));
    }

    @Test
    void anAnchoredDefaultDoesNotMoveWithLaterAttempts() {
        Task anchored = StartDeadline.anchored(OLD_KEY, NOW);
        Instant deadline = anchored.deadline();
        assertThat(deadline).isBetween(NOW.plus(SIX_DAYS).minusSeconds(60), NOW.plus(SIX_DAYS));
        Instant aDayLater = NOW.plusSeconds(86_400);
        Task second = anchored.nextAttempt(aDayLater);
        assertThat(StartDeadline.of(second, aDayLater)).isEqualTo(deadline);
        assertThat(StartDeadline.anchored(second, aDayLater)).isEqualTo(second);
        assertThat(StartDeadline.of(anchored, NOW.minusSeconds(2)))
                .as("a broker whose clock is behind")
                .isEqualTo(deadline);
    }

    @Test
    void aNamedDeadlineIsAnchoredAlready() {
        Task named = OLD_KEY.withTimes(null, NOW.plusSeconds(5));
        assertThat(StartDeadline.anchored(named, NOW)).isEqualTo(named);
    }
}
