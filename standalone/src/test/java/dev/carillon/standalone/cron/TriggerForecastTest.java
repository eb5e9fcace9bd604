package dev.carillon.standalone.cron;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.carillon.console.api.schedule.ScheduleForecaster.Caution;
import dev.carillon.console.api.schedule.ScheduleForecaster.ClockChange;
import dev.carillon.console.api.schedule.ScheduleForecaster.Fire;
import dev.carillon.console.api.schedule.ScheduleForecaster.Plan;
import dev.carillon.schemas.error.ContractException;
import dev.carillon.schemas.json.RawJson;
import dev.carillon.schemas.record.FiringRule;
import dev.carillon.schemas.record.Schedule;
import dev.carillon.schemas.record.Work;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;

class TriggerForecastTest {
    private static final Instant BEFORE_SPRING = Instant.parse("2026-03-28T00:00:00Z");
    private static final Instant BEFORE_AUTUMN = Instant.parse("2026-10-24T00:00:00Z");

    private static Plan plan(FiringRule when) {
        return new TriggerForecast().of(Schedule.of("report", when, Work.of("http", RawJson.NULL)));
    }

    @Test
    void aSkippedLocalTimeIsMarkedWhereItFires() {
        List<Fire> fires = plan(FiringRule.cron("30 2 * * *", "Europe/Berlin")).next(BEFORE_SPRING, 3);

        assertThat(fires)
                .extracting(fire -> fire.local().toString())
                .containsExactly("2026-03-28T02:30+01:00", "2026-03-29T03:00+02:00", "2026-03-30T02:30+02:00");
        assertThat(fires).extracting(Fire::change).containsExactly(null, ClockChange.GAP, null);
    }

    @Test
    void aTimeThatIsNamedOnTheChangeItselfIsNotMarked() {
        List<Fire> fires = plan(FiringRule.cron("0 3 * * *", "Europe/Berlin")).next(BEFORE_SPRING, 3);

        assertThat(fires).extracting(Fire::change).containsOnlyNulls();
    }

    @Test
    void aRepeatedLocalTimeIsMarkedByWhichOfTheTwoItIs() {
        List<Fire> once = plan(FiringRule.cron("30 2 * * *", "Europe/Berlin")).next(BEFORE_AUTUMN, 3);
        List<Fire> hourly =
                plan(FiringRule.cron("30 * * * *", "Europe/Berlin")).next(Instant.parse("2026-10-24T23:45:00Z"), 4);

        assertThat(once).extracting(Fire::change).containsExactly(null, ClockChange.FOLD_FIRST, null);
        assertThat(hourly)
                .extracting(Fire::change)
                .containsExactly(ClockChange.FOLD_FIRST, ClockChange.FOLD_SECOND, null, null);
    }

    @Test
    void whatKnowsNoWallClockIsForetoldInUtc() {
        Plan every = plan(FiringRule.every(Duration.ofMinutes(5)));
        Plan once = plan(FiringRule.at(Instant.parse("2026-11-18T06:00:00Z")));

        assertThat(every.words()).isEqualTo("Every 5 minutes");
        assertThat(plan(FiringRule.every(Duration.ofSeconds(1))).words()).isEqualTo("Every second");
        assertThat(plan(FiringRule.every(Duration.ofSeconds(90))).words()).isEqualTo("Every 1m30s");
        assertThat(once.words()).isEqualTo("Once, at 2026-11-18T06:00:00Z");
        assertThat(once.next(Instant.parse("2026-11-18T06:00:00Z"), 5)).isEmpty();
        assertThat(every.zone().getId()).isEqualTo("Z");
        assertThat(every.next(BEFORE_SPRING, 2))
                .extracting(Fire::at)
                .containsExactly(Instant.parse("2026-03-28T00:05:00Z"), Instant.parse("2026-03-28T00:10:00Z"));
    }

    @Test
    void anExpressionHasANormalFormAndCautions() {
        Plan cron = plan(FiringRule.cron("30 2 * * 1-5,7", "Europe/Berlin"));

        assertThat(cron.normalForm()).isEqualTo("0 30 2 * * MON-FRI,SUN");
        assertThat(cron.cautions(BEFORE_SPRING))
                .extracting(Caution::kind)
                .containsExactly("SKIPPED_SOON", "REPEATED_SOON");
        Plan every = plan(FiringRule.every(Duration.ofMinutes(5)));
        assertThat(every.normalForm()).isNull();
        assertThat(every.cautions(BEFORE_SPRING)).isEmpty();
    }

    @Test
    void whatTheTriggerRefusesIsRefused() {
        assertThatThrownBy(() -> plan(FiringRule.cron("61 * * * *", null)))
                .isInstanceOf(ContractException.class)
                .hasMessageContaining("61");
    }
}
