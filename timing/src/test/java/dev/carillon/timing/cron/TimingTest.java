package dev.carillon.timing.cron;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.carillon.schemas.error.ContractException;
import dev.carillon.schemas.error.ErrorCode;
import dev.carillon.schemas.json.RawJson;
import dev.carillon.schemas.schedule.FiringRule;
import dev.carillon.schemas.schedule.FiringRuleBuilder;
import dev.carillon.schemas.schedule.Fold;
import dev.carillon.schemas.schedule.Gap;
import dev.carillon.schemas.schedule.ParentsEnd;
import dev.carillon.schemas.schedule.Schedule;
import dev.carillon.schemas.work.Work;
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
        Timing timing = timing(FiringRule.every(Duration.ofMinutes(7)));

        Instant next = timing.next(NOON).orElseThrow();

        assertThat(next.getEpochSecond() % 420).isZero();
        assertThat(Duration.between(NOON, next)).isLessThanOrEqualTo(Duration.ofMinutes(7));
    }

    @Test
    void everyStartsAtItsAnchorAndKeepsItsRate() {
        Timing timing = timing(
                limited(FiringRule.every(Duration.ofMinutes(7)), NOON.plusSeconds(10), NOON.plusSeconds(10 + 2 * 420)));

        assertThat(timing.next(NOON)).contains(NOON.plusSeconds(10));
        assertThat(timing.next(NOON.plusSeconds(10))).contains(NOON.plusSeconds(430));
        assertThat(timing.next(NOON.plusSeconds(430))).contains(NOON.plusSeconds(850));
        assertThat(timing.next(NOON.plusSeconds(850))).isEmpty();
    }

    @Test
    void fromAndUntilAreBothPartOfThePeriod() {
        Timing timing = timing(limited(FiringRule.cron("0 * * * *", null), NOON, NOON.plusSeconds(3600)));

        assertThat(timing.next(Instant.EPOCH)).contains(NOON);
        assertThat(timing.next(NOON)).contains(NOON.plusSeconds(3600));
        assertThat(timing.next(NOON.plusSeconds(3600))).isEmpty();
    }

    @Test
    void atFiresOnce() {
        Timing timing = timing(FiringRule.at(NOON));

        assertThat(timing.next(NOON.minusNanos(1))).contains(NOON);
        assertThat(timing.next(NOON)).isEqualTo(Optional.empty());
    }

    @Test
    void refusesAnAtOutsideItsPeriodAndAnUnknownZone() {
        assertThatExceptionOfType(ContractException.class)
                .isThrownBy(() -> timing(limited(FiringRule.at(NOON), NOON.plusSeconds(1), null)))
                .satisfies(e -> assertThat(e.code()).isEqualTo(ErrorCode.NEVER_FIRES));
        assertThatExceptionOfType(ContractException.class)
                .isThrownBy(() -> timing(FiringRule.cron("0 0 * * *", "Europe/Atlantis")))
                .withMessageContaining("Europe/Berlin")
                .satisfies(e -> assertThat(e.code()).isEqualTo(ErrorCode.BAD_ZONE));
    }

    @Test
    void refusesYearsBeyond2099() {
        Instant last = Instant.parse("2099-12-31T23:59:59Z");
        assertThat(timing(FiringRule.at(last)).next(NOON)).contains(last);
        Map<String, FiringRule> beyond = Map.of(
                "at", FiringRule.at(last.plusSeconds(1)),
                "from", limited(FiringRule.cron("0 0 * * *", null), last.plusSeconds(1), null),
                "until", limited(FiringRule.every(Duration.ofHours(1)), NOON, Instant.parse("9999-12-31T00:00:00Z")));
        beyond.forEach((field, when) -> assertThatExceptionOfType(ContractException.class)
                .isThrownBy(() -> timing(when))
                .withMessageStartingWith(field + ": ")
                .withMessageContaining("beyond the year 2099, the last one is 2099-12-31T23:59:59Z; ")
                .satisfies(e -> assertThat(e.code()).isEqualTo(ErrorCode.OUT_OF_RANGE)));
    }

    @Test
    void equalTimingsCanBeShared() {
        assertThat(timing(FiringRule.cron("0 0 * * MON", "Europe/Berlin")))
                .isEqualTo(timing(FiringRule.cron("0 0 0 * * 1", "Europe/Berlin")))
                .isNotEqualTo(timing(FiringRule.cron("0 0 * * MON", "Europe/Paris")));
        assertThat(timing(FiringRule.every(Duration.ofSeconds(5))))
                .isEqualTo(timing(FiringRule.every(Duration.ofSeconds(5))));
    }

    @Test
    void countsPlannedInstantsWithoutVisitingEach() {
        Instant yearLater = NOON.plus(Duration.ofDays(365));
        Timing seconds = timing(FiringRule.every(Duration.ofSeconds(1)));
        FiringRule every = FiringRule.every(Duration.ofMinutes(7));
        Timing inPeriod = timing(limited(every, NOON.plusMillis(1), NOON.plusSeconds(900)));
        Timing daily = timing(FiringRule.cron("30 2 * * *", "Europe/Berlin"));

        assertThat(seconds.count(NOON, yearLater)).isEqualTo(365 * 86_400);
        assertThat(seconds.count(NOON.minusNanos(1), NOON)).isOne();
        assertThat(seconds.count(NOON, NOON.plusNanos(999_999_999))).isZero();
        assertThat(seconds.count(yearLater, NOON)).isZero();
        assertThat(inPeriod.count(Instant.EPOCH, yearLater)).isEqualTo(3); // 1 s, 421 s and 841 s after noon.
        assertThat(inPeriod.count(NOON.plusSeconds(1), NOON.plusSeconds(841))).isEqualTo(2);
        assertThat(daily.count(NOON, yearLater)).isEqualTo(365);
        assertThat(timing(FiringRule.at(NOON)).count(NOON, yearLater)).isZero();
        assertThat(timing(FiringRule.at(NOON)).count(NOON.minusNanos(1), NOON)).isOne();
    }

    @Test
    void findsTheNthInstantThatItPlans() {
        Instant yearLater = NOON.plus(Duration.ofDays(365));
        Timing weekly = timing(FiringRule.cron("10,20 0 12 * * WED", "Europe/Berlin"));
        Instant tick = NOON;
        for (int n = 1; n <= 104; n++) {
            tick = weekly.next(tick).orElseThrow();
            assertThat(weekly.nth(n, NOON, yearLater)).isEqualTo(tick);
            assertThat(weekly.nth(n, NOON.minusMillis(1), tick)).isEqualTo(tick);
        }
        assertThat(timing(FiringRule.at(NOON.plusMillis(5))).nth(1, NOON, yearLater))
                .isEqualTo(NOON.plusMillis(5));
    }

    private static FiringRule limited(FiringRule when, @Nullable Instant from, @Nullable Instant until) {
        return FiringRuleBuilder.builder()
                .cron(when.cron())
                .zone(when.zone())
                .gap(Gap.RUN_AFTER)
                .fold(Fold.FIRST)
                .every(when.every())
                .at(when.at())
                .dependsOn(List.of())
                .dependsOnEnd(ParentsEnd.SUCCEEDED)
                .from(from)
                .until(until)
                .jitter(Duration.ZERO)
                .build();
    }

    private static Timing timing(FiringRule when) {
        return Timing.of(Schedule.of("t", when, Work.of("shell", RawJson.NULL)));
    }
}
