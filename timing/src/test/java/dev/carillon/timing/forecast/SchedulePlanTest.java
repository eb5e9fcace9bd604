package dev.carillon.timing.forecast;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.carillon.schemas.error.ContractException;
import dev.carillon.schemas.json.RawJson;
import dev.carillon.schemas.schedule.FiringRule;
import dev.carillon.schemas.schedule.Schedule;
import dev.carillon.schemas.work.Work;
import dev.carillon.timing.cron.ClockMark;
import dev.carillon.timing.cron.CronWarning;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;

class SchedulePlanTest {
    private static final Instant BEFORE_SPRING = Instant.parse("2026-03-28T00:00:00Z");
    private static final Instant BEFORE_AUTUMN = Instant.parse("2026-10-24T00:00:00Z");

    private static SchedulePlan plan(FiringRule when) {
        return SchedulePlan.of(Schedule.of("report", when, Work.of("http", RawJson.NULL)));
    }

    @Test
    void aSkippedLocalTimeIsMarkedWhereItFires() {
        List<PlannedFire> fires =
                plan(FiringRule.cron("30 2 * * *", "Europe/Berlin")).next(BEFORE_SPRING, 3);

        assertThat(fires)
                .extracting(fire -> fire.local().toString())
                .containsExactly("2026-03-28T02:30+01:00", "2026-03-29T03:00+02:00", "2026-03-30T02:30+02:00");
        assertThat(fires).extracting(PlannedFire::change).containsExactly(null, ClockMark.GAP, null);
    }

    @Test
    void aTimeThatIsNamedOnTheChangeItselfIsNotMarked() {
        List<PlannedFire> fires =
                plan(FiringRule.cron("0 3 * * *", "Europe/Berlin")).next(BEFORE_SPRING, 3);

        assertThat(fires).extracting(PlannedFire::change).containsOnlyNulls();
    }

    @Test
    void aRepeatedLocalTimeIsMarkedByWhichOfTheTwoItIs() {
        List<PlannedFire> once =
                plan(FiringRule.cron("30 2 * * *", "Europe/Berlin")).next(BEFORE_AUTUMN, 3);
        List<PlannedFire> hourly =
                plan(FiringRule.cron("30 * * * *", "Europe/Berlin")).next(Instant.parse("2026-10-24T23:45:00Z"), 4);

        assertThat(once).extracting(PlannedFire::change).containsExactly(null, ClockMark.FOLD_FIRST, null);
        assertThat(hourly)
                .extracting(PlannedFire::change)
                .containsExactly(ClockMark.FOLD_FIRST, ClockMark.FOLD_SECOND, null, null);
    }

    @Test
    void whatKnowsNoWallClockIsForetoldInUtc() {
        SchedulePlan every = plan(FiringRule.every(Duration.ofMinutes(5)));
        SchedulePlan once = plan(FiringRule.at(Instant.parse("2026-11-18T06:00:00Z")));

        assertThat(every.words()).isEqualTo("Every 5 minutes");
        assertThat(plan(FiringRule.every(Duration.ofSeconds(1))).words()).isEqualTo("Every second");
        assertThat(plan(FiringRule.every(Duration.ofSeconds(90))).words()).isEqualTo("Every 1m30s");
        assertThat(once.words()).isEqualTo("Once, at 2026-11-18T06:00:00Z");
        assertThat(once.next(Instant.parse("2026-11-18T06:00:00Z"), 5)).isEmpty();
        assertThat(every.zone().getId()).isEqualTo("Z");
        assertThat(every.next(BEFORE_SPRING, 2))
                .extracting(PlannedFire::at)
                .containsExactly(Instant.parse("2026-03-28T00:05:00Z"), Instant.parse("2026-03-28T00:10:00Z"));
    }

    @Test
    void anExpressionHasANormalFormAndWarnings() {
        SchedulePlan cron = plan(FiringRule.cron("30 2 * * 1-5,7", "Europe/Berlin"));

        assertThat(cron.normalForm()).isEqualTo("0 30 2 * * MON-FRI,SUN");
        assertThat(cron.warnings(BEFORE_SPRING))
                .extracting(CronWarning::kind)
                .containsExactly(CronWarning.Kind.SKIPPED_SOON, CronWarning.Kind.REPEATED_SOON);
        SchedulePlan every = plan(FiringRule.every(Duration.ofMinutes(5)));
        assertThat(every.normalForm()).isNull();
        assertThat(every.warnings(BEFORE_SPRING)).isEmpty();
    }

    @Test
    void whatTheTriggerRefusesIsRefused() {
        assertThatThrownBy(() -> plan(FiringRule.cron("61 * * * *", null)))
                .isInstanceOf(ContractException.class)
                .hasMessageContaining("61");
    }
}
