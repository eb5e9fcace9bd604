package dev.carillon.timing.cron;

import static org.assertj.core.api.Assertions.assertThat;

import dev.carillon.schemas.schedule.Fold;
import dev.carillon.schemas.schedule.Gap;
import dev.carillon.timing.cron.CronWarning.Kind;
import java.time.Instant;
import java.time.ZoneId;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class CronWarningsTest {
    private static final Instant NOW = Instant.parse("2026-11-18T06:00:00Z");
    private static final ZoneId BERLIN = ZoneId.of("Europe/Berlin");

    private static List<CronWarning> of(String expression, String zone, Gap gap, Fold fold) {
        return CronExpression.read(expression, "t").warnings(ZoneId.of(zone), gap, fold, NOW);
    }

    private static List<CronWarning> of(String expression) {
        return of(expression, "UTC", Gap.RUN_AFTER, Fold.FIRST);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
        0 0 30 2 *        | NEVER           |
        * * * * * *       | VERY_OFTEN      |
        */10 * * * * *    | VERY_OFTEN      |
        0 6 * * MON-FRI   | TOP_OF_HOUR     | 0 H 6 * * MON-FRI
        @hourly           | TOP_OF_HOUR     | 0 H * * * *
        @daily            | TOP_OF_DAY      | 0 H 0 * * *
        5 6 31 * *        | SHORT_MONTHS    | 0 5 6 L * *
        5 6 29,30 * *     | SHORT_MONTHS    |
        0 5 6 ? * 2       | WEEKDAY_NUMBERS | 0 5 6 * * TUE
        0 5 6 * * 2#1     | WEEKDAY_NUMBERS | 0 5 6 * * TUE#1
        """)
    void warnsOfWhatItsAuthorMayNotHaveMeant(String expression, Kind kind, String instead) {
        List<CronWarning> warnings = of(expression);

        assertThat(warnings).hasSize(1).first().satisfies(warning -> {
            assertThat(warning.kind()).isEqualTo(kind);
            assertThat(warning.instead()).isEqualTo(instead);
            assertThat(warning.message()).endsWith(".");
        });
        if (instead != null) {
            assertThat(of(instead)).isEmpty();
        }
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
        5 6 * * 1-5
        */15 * * * *
        */20 * * * * *
        H 6 * * *
        H H * * *
        5 6 31 JAN *
        0 5 6 ? * MON
        0 5 6 * * FRI#3
        5 6 31 * MON
        """)
    void isSilentOtherwise(String expression) {
        assertThat(of(expression)).isEmpty();
    }

    @Test
    void warnsOfTimesThatTheClocksSkipOrRepeat() {
        assertThat(of("30 2 * * *", "Europe/Berlin", Gap.RUN_AFTER, Fold.FIRST))
                .extracting(CronWarning::message)
                .containsExactly(
                        "On Sunday 2027-03-28 there is no 02:30 in Europe/Berlin: it fires when the clocks have"
                                + " changed, at 03:00 (gap: run-after).",
                        "On Sunday 2027-10-31 02:30 comes twice in Europe/Berlin: it fires the first time, at +02:00"
                                + " (fold: first).");
        assertThat(of("30 2 * * *", "Europe/Berlin", Gap.SKIP, Fold.BOTH))
                .extracting(CronWarning::message)
                .satisfiesExactly(
                        skip -> assertThat(skip).endsWith("it does not fire then (gap: skip)."),
                        both -> assertThat(both).endsWith("it fires both times (fold: both)."));
        assertThat(of("*/20 2 * * *", "Europe/Berlin", Gap.SKIP, Fold.LAST))
                .extracting(CronWarning::message)
                .satisfiesExactly(
                        skip -> assertThat(skip).endsWith("nothing fires in the time that the clocks skip."),
                        both -> assertThat(both).endsWith("everything in the repeated time fires again."));
    }

    @Test
    void doesNotWarnOfClockChangesThatDoNotTouchIt() {
        assertThat(of("30 5 * * *", "Europe/Berlin", Gap.RUN_AFTER, Fold.FIRST)).isEmpty();
        assertThat(of("30 2 * * MON", "Europe/Berlin", Gap.RUN_AFTER, Fold.FIRST))
                .isEmpty();
        assertThat(of("*/30 * * * *", "Europe/Berlin", Gap.RUN_AFTER, Fold.FIRST))
                .isEmpty();
        assertThat(of("30 2 * * *", "Asia/Tokyo", Gap.RUN_AFTER, Fold.FIRST)).isEmpty();
    }

    @Test
    void marksInstantsThatAClockChangeTouches() {
        CronExpression cron = CronExpression.parse("0 30 2,3 * * *", "t");

        assertThat(cron.mark(Instant.parse("2026-03-29T01:00:00Z"), BERLIN)).contains(ClockMark.GAP);
        assertThat(cron.mark(Instant.parse("2026-03-29T01:30:00Z"), BERLIN)).isEmpty();
        assertThat(cron.mark(Instant.parse("2026-10-25T00:30:00Z"), BERLIN)).contains(ClockMark.FOLD_FIRST);
        assertThat(cron.mark(Instant.parse("2026-10-25T01:30:00Z"), BERLIN)).contains(ClockMark.FOLD_SECOND);
        assertThat(ClockMark.FOLD_FIRST.words()).isEqualTo("clocks go back: first passing");
    }
}
