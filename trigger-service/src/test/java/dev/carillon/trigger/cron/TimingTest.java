package dev.carillon.trigger.cron;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.carillon.schemas.error.ContractException;
import dev.carillon.schemas.error.ErrorCode;
import dev.carillon.schemas.json.RawJson;
import dev.carillon.schemas.record.Fold;
import dev.carillon.schemas.record.Gap;
import dev.carillon.schemas.record.ParentsEnd;
import dev.carillon.schemas.record.Schedule;
import dev.carillon.schemas.record.When;
import dev.carillon.schemas.record.Work;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class TimingTest {
    private static final Instant NOON = Instant.parse("2026-11-18T12:00:00Z");

    @Test
    void everyFollowsTheEpochWithoutAnAnchor() {
        Timing timing = timing(When.every(Duration.ofMinutes(7)));

        Instant next = timing.next(NOON).orElseThrow();

        assertThat(next.getEpochSecond() % 420).isZero();
        assertThat(Duration.between(NOON, next)).isLessThanOrEqualTo(Duration.ofMinutes(7));
    }

    @Test
    void everyStartsAtItsAnchorAndKeepsItsRate() {
        Timing timing = timing(
                limited(When.every(Duration.ofMinutes(7)), NOON.plusSeconds(10), NOON.plusSeconds(10 + 2 * 420)));

        assertThat(timing.next(NOON)).contains(NOON.plusSeconds(10));
        assertThat(timing.next(NOON.plusSeconds(10))).contains(NOON.plusSeconds(430));
        assertThat(timing.next(NOON.plusSeconds(430))).contains(NOON.plusSeconds(850));
        assertThat(timing.next(NOON.plusSeconds(850))).isEmpty();
    }

    @Test
    void fromAndUntilAreBothPartOfThePeriod() {
        Timing timing = timing(limited(When.cron("0 * * * *", null), NOON, NOON.plusSeconds(3600)));

        assertThat(timing.next(Instant.EPOCH)).contains(NOON);
        assertThat(timing.next(NOON)).contains(NOON.plusSeconds(3600));
        assertThat(timing.next(NOON.plusSeconds(3600))).isEmpty();
    }

    @Test
    void atFiresOnce() {
        Timing timing = timing(When.at(NOON));

        assertThat(timing.next(NOON.minusNanos(1))).contains(NOON);
        assertThat(timing.next(NOON)).isEqualTo(Optional.empty());
    }

    @Test
    void refusesAnAtOutsideItsPeriodAndAnUnknownZone() {
        assertThatExceptionOfType(ContractException.class)
                .isThrownBy(() -> timing(limited(When.at(NOON), NOON.plusSeconds(1), null)))
                .satisfies(e -> assertThat(e.code()).isEqualTo(ErrorCode.NEVER_FIRES));
        assertThatExceptionOfType(ContractException.class)
                .isThrownBy(() -> timing(When.cron("0 0 * * *", "Europe/Atlantis")))
                .withMessageContaining("Europe/Berlin")
                .satisfies(e -> assertThat(e.code()).isEqualTo(ErrorCode.BAD_ZONE));
    }

    @Test
    void equalTimingsCanBeShared() {
        assertThat(timing(When.cron("0 0 * * MON", "Europe/Berlin")))
                .isEqualTo(timing(When.cron("0 0 0 * * 1", "Europe/Berlin")))
                .isNotEqualTo(timing(When.cron("0 0 * * MON", "Europe/Paris")));
        assertThat(timing(When.every(Duration.ofSeconds(5)))).isEqualTo(timing(When.every(Duration.ofSeconds(5))));
    }

    private static When limited(When when, @Nullable Instant from, @Nullable Instant until) {
        return new When(
                when.cron(),
                when.zone(),
                Gap.RUN_AFTER,
                Fold.FIRST,
                when.every(),
                null,
                when.at(),
                List.of(),
                ParentsEnd.SUCCEEDED,
                from,
                until,
                null,
                null,
                Duration.ZERO);
    }

    private static Timing timing(When when) {
        return Timing.of(Schedule.of("t", when, Work.of("shell", RawJson.NULL)));
    }
}
