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
import java.util.Map;
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
    void refusesYearsBeyond2099() {
        Instant last = Instant.parse("2099-12-31T23:59:59Z");
        assertThat(timing(When.at(last)).next(NOON)).contains(last);
        Map<String, When> beyond = Map.of(
                "at", When.at(last.plusSeconds(1)),
                "from", limited(When.cron("0 0 * * *", null), last.plusSeconds(1), null),
                "until", limited(When.every(Duration.ofHours(1)), NOON, Instant.parse("9999-12-31T00:00:00Z")));
        beyond.forEach((field, when) -> assertThatExceptionOfType(ContractException.class)
                .isThrownBy(() -> timing(when))
                .withMessageStartingWith(field + ": ")
                .withMessageContaining("beyond the year 2099, the last one is 2099-12-31T23:59:59Z; ")
                .satisfies(e -> assertThat(e.code()).isEqualTo(ErrorCode.OUT_OF_RANGE)));
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
