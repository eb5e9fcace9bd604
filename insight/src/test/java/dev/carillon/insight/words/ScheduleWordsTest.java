package dev.carillon.insight.words;

import static dev.carillon.insight.RecordedCluster.json;
import static dev.carillon.insight.RecordedCluster.moment;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.carillon.schemas.codec.Kind;
import dev.carillon.schemas.error.ContractException;
import dev.carillon.schemas.schedule.Schedule;
import dev.carillon.schemas.trigger.Backfill;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Schedules and backfills in words, and schedules that would never fire. */
final class ScheduleWordsTest {
    private static final Instant NOW = moment("06:00:00");
    private static final Instant FROM = moment("2026-11-17T00:00:00Z");

    private static Schedule schedule(String fields) {
        return Kind.SCHEDULE.decode(json("{'taskId':'report','type':'shell'," + fields + "}"));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = ';',
            quoteCharacter = '"',
            value = {
                "'cron':'0 6 * * *'; cron 0 6 * * *",
                "'cron':'0 6 * * *','zone':'Europe/Berlin'; cron 0 6 * * * (Europe/Berlin)",
                "'every':'90s'; every 1m30s",
                "'at':'2026-11-18T06:00:00Z'; at 2026-11-18T06:00:00Z",
                "'afterEnd':'10m'; 10m after each run",
                "'dependsOn':['a','b']; after its parents"
            })
    void aRuleIsNamedInAFewWords(String fields, String words) {
        assertThat(ScheduleWords.when(schedule(fields).when())).isEqualTo(words);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "'every':'1h'",
                "'every':'1h','until':'2026-11-18T07:00:00Z'",
                "'at':'2026-11-17T06:00:00Z'",
                "'afterEnd':'10m','until':'2026-11-17T06:00:00Z'",
                "'dependsOn':['a']",
                "'every':'1h','enabled':false"
            })
    void aScheduleThatMayFireIsTaken(String fields) {
        ScheduleWords.requireFires(schedule(fields), NOW);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = ';',
            quoteCharacter = '"',
            value = {
                "'every':'1h','until':'2026-11-18T05:59:59Z'; nothing is planned between now and 2026-11-18T05:59:59Z",
                "'every':'1h','until':'2026-11-18T06:00:00Z'; nothing is planned between now and 2026-11-18T06:00:00Z",
                "'cron':'0 6 29 2 *','until':'2027-01-01T00:00:00Z'; nothing is planned between now and 2027",
                "'every':'1h','from':'2100-01-01T00:00:00Z'; beyond the year 2099",
                "'every':'1s','jitter':'6h'; jitter"
            })
    void aScheduleThatNeverFiresIsRefusedWithTheReason(String fields, String words) {
        assertThatThrownBy(() -> ScheduleWords.requireFires(schedule(fields), NOW))
                .isInstanceOf(ContractException.class)
                .hasMessageContaining(words);
    }

    private static Backfill backfill(int made) {
        Backfill backfill = Backfill.ordered(FROM, FROM.plus(Duration.ofHours(24)), 10, 7, 24);
        for (int i = 0; i < made; i++) {
            backfill = backfill.made(FROM.plus(Duration.ofHours(i)), FROM.plus(Duration.ofDays(7)));
        }
        return backfill;
    }

    @Test
    void aBackfillThatHasJustBegunHasAllToGo() {
        assertThat(BackfillWords.lines("report", backfill(0)))
                .containsExactly(
                        "backfill of report, 2026-11-17T00:00:00Z to before 2026-11-18T00:00:00Z: 0 of 24 instants made,"
                                + " 0 open (at most 10), 24 to go from 2026-11-17T00:00:00Z",
                        "Next: carillon schedule backfill report --cancel");
    }

    @Test
    void fiveOpenExecutionsAreNamedAndTheFirstIsTheNextStep() {
        List<String> lines = BackfillWords.lines("report", backfill(7));

        assertThat(lines)
                .hasSize(9)
                .contains("  open: report:2026-11-17T00:00:00.000000007Z~aaaaaaah", "  and 2 more")
                .contains("Next: carillon why report:2026-11-17T00:00:00.000000007Z~aaaaaaah")
                .doesNotContain("  open: report:2026-11-17T05:00:00.000000007Z~aaaaaaah");
    }

    @Test
    void aDecidedBackfillIsNotToBeCancelled() {
        Backfill one = Backfill.ordered(FROM, FROM.plusSeconds(1), 1, 7, 1)
                .made(FROM, FROM.plus(Duration.ofDays(7)))
                .decided();

        assertThat(BackfillWords.lines("report", one))
                .hasSize(3)
                .first()
                .asString()
                .endsWith("1 of 1 instant made, 1 open (at most 1), 0 to go");
        assertThat(BackfillWords.sentence(one.leftOut(FROM).decided())).contains("1 left out by its calendar");
    }
}
