package dev.carillon.timing.cron;

import static org.assertj.core.api.Assertions.assertThat;

import dev.carillon.schemas.schedule.Fold;
import dev.carillon.schemas.schedule.Gap;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class CronTableTest {

    @ParameterizedTest(name = "{0} after {1}")
    @CsvSource(delimiter = '|', textBlock = """
        0 30 2 * * *      | 2026-11-18T00:00:00 | 11-18T02:30 11-19T02:30
        30 2 * * *        | 2026-11-18T02:30:00 | 11-19T02:30 11-20T02:30
        0 0 17 * * 1,4    | 2026-11-18T00:00:00 | 11-19T17:00 11-23T17:00 11-26T17:00
        0 0 3 1,15 * *    | 2026-11-18T00:00:00 | 12-01T03:00 12-15T03:00
        0 */5 * * * *     | 2026-11-18T10:58:00 | 11-18T11:00 11-18T11:05
        0 0/5 * * * *     | 2026-11-18T10:58:00 | 11-18T11:00 11-18T11:05
        */5 * * * * *     | 2026-11-18T10:59:53 | 11-18T10:59:55 11-18T11:00 11-18T11:00:05
        0 0 9-17 * * *    | 2026-11-18T16:30:00 | 11-18T17:00 11-19T09:00
        @hourly           | 2026-11-18T16:30:00 | 11-18T17:00 11-18T18:00
        @daily            | 2026-11-18T16:30:00 | 11-19T00:00 11-20T00:00
        @weekly           | 2026-11-18T16:30:00 | 11-22T00:00 11-29T00:00
        @monthly          | 2026-11-18T16:30:00 | 12-01T00:00
        0 0 0 13 * 5      | 2026-11-10T00:00:00 | 11-13T00:00 11-20T00:00 11-27T00:00 12-04T00:00 12-11T00:00 12-13T00:00
        0 0 13 * FRI      | 2026-11-12T23:00:00 | 11-13T00:00 11-20T00:00
        0 0 12 ? * MON    | 2026-11-18T00:00:00 | 11-23T12:00 11-30T12:00
        0 0 12 * * 0      | 2026-11-18T00:00:00 | 11-22T12:00
        0 0 12 * * 7      | 2026-11-18T00:00:00 | 11-22T12:00
        0 0 12 * * 7/2    | 2026-11-18T00:00:00 | 11-19T12:00 11-21T12:00 11-22T12:00
        0 0 12 * * fri-sun| 2026-11-18T00:00:00 | 11-20T12:00 11-21T12:00 11-22T12:00 11-27T12:00
        0 0 0 L * *       | 2026-02-01T00:00:00 | 02-28T00:00 03-31T00:00
        0 0 0 L-2 * ?     | 2026-02-01T00:00:00 | 02-26T00:00 03-29T00:00
        0 0 0 LW * ?      | 2026-01-15T00:00:00 | 01-30T00:00 02-27T00:00
        0 0 0 1W * ?      | 2026-07-15T00:00:00 | 08-03T00:00 09-01T00:00
        0 0 0 31W 3,5,7 ? | 2026-04-02T00:00:00 | 05-29T00:00 07-31T00:00
        0 0 0 28W * ?     | 2026-02-01T00:00:00 | 02-27T00:00 03-27T00:00
        0 0 0 ? * 5L      | 2026-11-01T00:00:00 | 11-27T00:00 12-25T00:00
        0 0 0 ? * 1#1,1#3 | 2026-11-01T00:00:00 | 11-02T00:00 11-16T00:00 12-07T00:00
        0 0 0 * * 5#5     | 2026-11-01T00:00:00 | 2027-01-29T00:00 2027-04-30T00:00
        0 0 0 29 2 *      | 2026-11-01T00:00:00 | 2028-02-29T00:00 2032-02-29T00:00
        0 0 0 29 2 *      | 2096-11-01T00:00:00 | 2104-02-29T00:00
        0 10-50/20 8 * JAN,JUL * | 2026-11-01T00:00:00 | 2027-01-01T08:10 2027-01-01T08:30 2027-01-01T08:50 2027-01-02T08:10
        """)
    void firesAtTheExpectedInstants(String expression, String after, String expected) {
        List<String> wanted = List.of(expected.split(" "));
        Instant start = LocalDateTime.parse(after).toInstant(ZoneOffset.UTC);
        String year = after.substring(0, 5);
        List<Instant> instants = wanted.stream()
                .map(text -> text.length() > 11 && text.charAt(4) == '-' ? text : year + text)
                .map(text -> LocalDateTime.parse(text).toInstant(ZoneOffset.UTC))
                .collect(Collectors.toList());

        assertThat(fires(expression, ZoneOffset.UTC, Gap.RUN_AFTER, Fold.FIRST, start, wanted.size()))
                .isEqualTo(instants);
    }

    @ParameterizedTest(name = "{0} in {1}, {2}, {3}")
    @CsvSource(delimiter = '|', textBlock = """
        0 30 2 * * *    | Europe/Berlin       | RUN_AFTER | FIRST | 2026-03-28T12:00:00Z | 2026-03-29T01:00:00Z 2026-03-30T00:30:00Z
        0 30 2 * * *    | Europe/Berlin       | SKIP      | FIRST | 2026-03-28T12:00:00Z | 2026-03-30T00:30:00Z
        0 0,30 2 * * *  | Europe/Berlin       | RUN_AFTER | FIRST | 2026-03-28T12:00:00Z | 2026-03-29T01:00:00Z 2026-03-30T00:00:00Z
        0 30 2 * * *    | Europe/Berlin       | RUN_AFTER | FIRST | 2026-10-24T12:00:00Z | 2026-10-25T00:30:00Z 2026-10-26T01:30:00Z
        0 30 2 * * *    | Europe/Berlin       | RUN_AFTER | LAST  | 2026-10-24T12:00:00Z | 2026-10-25T01:30:00Z 2026-10-26T01:30:00Z
        0 30 2 * * *    | Europe/Berlin       | RUN_AFTER | BOTH  | 2026-10-24T12:00:00Z | 2026-10-25T00:30:00Z 2026-10-25T01:30:00Z 2026-10-26T01:30:00Z
        0 0,30 2 * * *  | Europe/Berlin       | RUN_AFTER | BOTH  | 2026-10-24T12:00:00Z | 2026-10-25T00:00:00Z 2026-10-25T00:30:00Z 2026-10-25T01:00:00Z 2026-10-25T01:30:00Z
        0 0,30 2 * * *  | Europe/Berlin       | RUN_AFTER | LAST  | 2026-10-25T00:10:00Z | 2026-10-25T01:00:00Z 2026-10-25T01:30:00Z
        0 */30 * * * *  | Europe/Berlin       | RUN_AFTER | FIRST | 2026-03-29T00:10:00Z | 2026-03-29T00:30:00Z 2026-03-29T01:00:00Z 2026-03-29T01:30:00Z
        0 */30 * * * *  | Europe/Berlin       | RUN_AFTER | FIRST | 2026-10-25T00:10:00Z | 2026-10-25T00:30:00Z 2026-10-25T01:00:00Z 2026-10-25T01:30:00Z
        0 30 * * * *    | Europe/Berlin       | RUN_AFTER | FIRST | 2026-10-25T00:10:00Z | 2026-10-25T00:30:00Z 2026-10-25T01:30:00Z
        0 */20 2 * * *  | Europe/Berlin       | RUN_AFTER | FIRST | 2026-03-28T12:00:00Z | 2026-03-30T00:00:00Z
        0 0 2 * * *     | America/New_York    | RUN_AFTER | FIRST | 2026-03-07T12:00:00Z | 2026-03-08T07:00:00Z 2026-03-09T06:00:00Z
        0 30 1 * * *    | America/New_York    | RUN_AFTER | FIRST | 2026-10-31T12:00:00Z | 2026-11-01T05:30:00Z 2026-11-02T06:30:00Z
        0 30 1 * * *    | America/New_York    | RUN_AFTER | LAST  | 2026-10-31T12:00:00Z | 2026-11-01T06:30:00Z 2026-11-02T06:30:00Z
        0 15 2 * * *    | Australia/Lord_Howe | RUN_AFTER | FIRST | 2026-10-03T12:00:00Z | 2026-10-03T15:30:00Z 2026-10-04T15:15:00Z
        0 15 2 * * *    | Australia/Lord_Howe | SKIP      | FIRST | 2026-10-03T12:00:00Z | 2026-10-04T15:15:00Z
        0 45 1 * * *    | Australia/Lord_Howe | RUN_AFTER | BOTH  | 2026-04-04T12:00:00Z | 2026-04-04T14:45:00Z 2026-04-04T15:15:00Z 2026-04-05T15:15:00Z
        0 45 * * * *    | Australia/Lord_Howe | RUN_AFTER | FIRST | 2026-04-04T14:00:00Z | 2026-04-04T14:45:00Z 2026-04-04T15:15:00Z 2026-04-04T16:15:00Z
        0 0 0 * * *     | Africa/Cairo        | RUN_AFTER | FIRST | 2026-04-23T12:00:00Z | 2026-04-23T22:00:00Z 2026-04-24T21:00:00Z
        """)
    void followsTheWrittenRuleWhereClocksChange(
            String expression, String zone, Gap gap, Fold fold, String after, String expected) {
        List<Instant> wanted =
                List.of(expected.split(" ")).stream().map(Instant::parse).collect(Collectors.toList());

        assertThat(fires(expression, ZoneId.of(zone), gap, fold, Instant.parse(after), wanted.size()))
                .isEqualTo(wanted);
    }

    @Test
    void hashInRangesAndStepsStaysWithinThem() {
        for (int i = 0; i < 200; i++) {
            FieldValues minutes =
                    CronSyntax.parse("H(10-19) H/6 * * *", "task-" + i).minutes();
            FieldValues hours =
                    CronSyntax.parse("H(10-19) H/6 * * *", "task-" + i).hours();
            assertThat(Long.bitCount(minutes.bits())).isEqualTo(1);
            assertThat(minutes.from(0)).isBetween(10, 19);
            assertThat(Long.bitCount(hours.bits())).isEqualTo(4);
            assertThat(hours.from(0)).isBetween(0, 5);
        }
    }

    private static List<Instant> fires(String expression, ZoneId zone, Gap gap, Fold fold, Instant after, int count) {
        CronExpression cron = CronExpression.parse(expression, "some-task");
        List<Instant> found = new ArrayList<>();
        Instant last = after;
        while (found.size() < count) {
            last = cron.next(last, zone, gap, fold).orElseThrow();
            found.add(last);
        }
        return found;
    }
}
