package dev.carillon.cli.cron;

import static org.assertj.core.api.Assertions.assertThat;

import dev.carillon.kit.time.ManualClock;
import dev.carillon.schemas.json.Json;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tools.jackson.databind.JsonNode;

final class QuestionLineTest {
    private static final Instant NOW = Instant.parse("2026-11-18T06:00:00Z");

    private static JsonNode answer(byte[] line) {
        return Json.read(new QuestionLine(new ManualClock(NOW)).answer(line).getBytes(StandardCharsets.UTF_8));
    }

    private static JsonNode answer(String line) {
        return answer(line.getBytes(StandardCharsets.UTF_8));
    }

    private static String next(String zone, String cron, String from, String more) {
        JsonNode answer = answer("{\"expr\":\"" + cron + "\",\"zone\":\"" + zone + "\",\"from\":\"" + from
                + "\",\"count\":3" + more + "}");
        return answer.path("next").toString().replace("\"", "");
    }

    @Test
    void withoutMoreItIsTheNextFiveFromNowInUtc() {
        JsonNode answer = answer("{\"expr\":\"0 6 * * *\"}");
        assertThat(answer.path("next")).hasSize(5);
        assertThat(answer.path("next").get(0).stringValue()).isEqualTo("2026-11-19T06:00:00Z");
    }

    @Test
    void nullFieldsCountAsAbsent() {
        assertThat(answer("{\"expr\":\"@hourly\",\"zone\":null,\"from\":null,\"count\":null,\"gap\":null}"))
                .isEqualTo(answer("{\"expr\":\"@hourly\"}"));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                // Half an hour instead of one.
                "Australia/Lord_Howe | 15 2 * * * | 2026-10-03T00:00:00Z |"
                        + " [2026-10-03T15:30:00Z,2026-10-04T15:15:00Z,2026-10-05T15:15:00Z]",
                // A whole day was skipped: Friday the 30th never was.
                "Pacific/Apia | 0 12 * * FRI | 2011-12-20T00:00:00Z |"
                        + " [2011-12-23T22:00:00Z,2011-12-30T10:00:00Z,2012-01-05T22:00:00Z]",
                // Clocks go forward at midnight, so that the day begins at one.
                "Africa/Cairo | 0 0 * * * | 2026-04-22T00:00:00Z |"
                        + " [2026-04-22T22:00:00Z,2026-04-23T22:00:00Z,2026-04-24T21:00:00Z]",
                // No clock change, and an offset of a quarter.
                "Asia/Kathmandu | 0 0 29 2 * | 2026-01-01T00:00:00Z |"
                        + " [2028-02-28T18:15:00Z,2032-02-28T18:15:00Z,2036-02-28T18:15:00Z]"
            })
    void clockChangesOfAllKindsAreKnown(String zone, String cron, String from, String expected) {
        assertThat(next(zone, cron, from, "")).isEqualTo(expected);
    }

    @Test
    void theRulesForClockChangesAreSpelledAsInSchedules() {
        String from = "2027-03-27T12:00:00Z";
        assertThat(next("Europe/Berlin", "30 2 * * *", from, ",\"gap\":\"run-after\""))
                .startsWith("[2027-03-28T01:00:00Z");
        assertThat(next("Europe/Berlin", "30 2 * * *", from, ",\"gap\":\"skip\""))
                .startsWith("[2027-03-29T00:30:00Z");
        assertThat(answer("{\"expr\":\"@daily\",\"gap\":\"RUN_AFTER\"}")
                        .at("/error/code")
                        .asString())
                .isEqualTo("UNKNOWN_VALUE");
    }

    @Test
    void aQuestionStartsBeforeTheEndOf2099() {
        assertThat(next("UTC", "0 0 31 12 *", "2099-12-31T23:59:59Z", "")).startsWith("[2100-12-31T00:00:00Z");
        assertThat(answer("{\"expr\":\"@daily\",\"from\":\"2100-01-01T00:00:00Z\"}")
                        .at("/error/code")
                        .asString())
                .isEqualTo("OUT_OF_RANGE");
    }

    @Test
    void theFirstYearsAreAnsweredAsWell() {
        assertThat(next("Europe/Berlin", "0 0 1 1 *", "0000-01-01T00:00:00Z", ""))
                .startsWith("[0000-")
                .endsWith("Z]");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "{\"expr\":\"@daily\",\"count\":1001} | OUT_OF_RANGE",
                "{\"expr\":\"@daily\",\"count\":1.5} | WRONG_TYPE",
                "{\"expr\":\"@daily\",\"count\":\"5\"} | WRONG_TYPE",
                "{\"expr\":\"@daily\",\"expr\":\"@hourly\"} | DUPLICATE_FIELD",
                "{\"expr\":\"\"} | BAD_CRON",
                "{\"expr\":\"0 0 31 2 *\"} | NEVER_FIRES",
                "{\"expr\":\"@daily\",\"taskId\":\"\"} | BAD_TASK_ID",
                "{\"expr\":\"@daily\",\"from\":\"10000-01-01T00:00:00Z\"} | OUT_OF_RANGE",
                "{\"expr\":\"@daily\",\"zone\":\"\"} | BAD_ZONE",
                "{\"expr\":\"@daily\",\"zone\":\"europe/berlin\"} | BAD_ZONE",
                "5 | NOT_AN_OBJECT"
            })
    void aWrongQuestionHasAnAnswerWithItsCode(String line, String code) {
        JsonNode answer = answer(line);
        assertThat(answer.at("/error/code").asString()).isEqualTo(code);
        assertThat(answer.has("next")).isFalse();
        assertThat(answer.has("expr")).isTrue();
    }

    @Test
    void theExpressionOfARefusedQuestionIsRepeatedForThoseWhoMatchAnswers() {
        assertThat(answer("{\"expr\":\"nonsense\"}").path("expr").asString()).isEqualTo("nonsense");
        assertThat(answer("{\"expr\":5}").path("expr").isNull()).isTrue();
    }

    @Test
    void bytesThatAreNotUtf8AreRefused() {
        assertThat(answer(new byte[] {'{', '"', (byte) 0xff, '"', '}'})
                        .at("/error/code")
                        .asString())
                .isEqualTo("BAD_JSON");
    }

    @Test
    void anExpressionWithQuotesAndBreaksComesBackOnOneLine() {
        String line = new QuestionLine(new ManualClock(NOW))
                .answer("{\"expr\":\"a\\n\\\"b\\u2028\"}".getBytes(StandardCharsets.UTF_8));
        assertThat(line.lines()).hasSize(1);
        assertThat(Json.read(line.getBytes(StandardCharsets.UTF_8)).path("expr").asString())
                .isEqualTo("a\n\"b\u2028");
    }
}
