package dev.carillon.console.api.schedule;

import static org.assertj.core.api.Assertions.assertThat;

import dev.carillon.console.api.RawAnswer;
import dev.carillon.console.api.RunningConsole;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Cron expressions, zones and instants as they come in a query. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
final class CronParametersTest {
    private RunningConsole console;

    @BeforeAll
    void open() {
        console = new RunningConsole();
    }

    @AfterAll
    void close() {
        console.close();
    }

    private RawAnswer next(String expression, String more) {
        return console.get("/v1/cron/next?expression=" + URLEncoder.encode(expression, StandardCharsets.UTF_8) + more);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "0 6 * * *         | &zone=%2B05:30                      | 2026-11-19T00:30:00Z",
                "0 6 * * *         | &zone=-05:00                        | 2026-11-18T11:00:00Z",
                "0 6 * * *         | &zone=Z                             | 2026-11-19T06:00:00Z",
                "0 6 * * *         | &zone=GMT0                          | 2026-11-19T06:00:00Z",
                "0 6 * * *         | &zone=Asia/Kathmandu                | 2026-11-19T00:15:00Z",
                "0 6 * * *         | &from=2026-11-18T05:59:59.999Z      | 2026-11-18T06:00:00Z",
                "0 6 * * *         | &from=2026-11-18T06:00:00Z          | 2026-11-19T06:00:00Z",
                "0 6 * * *         | &from=2026-11-18T07:00:00%2B01:00   | 2026-11-19T06:00:00Z",
                "0 6 * * *         | &from=0000-01-01T00:00:00Z          | 0000-01-01T06:00:00Z",
                "*/20 * * * * *    |                                     | 2026-11-18T06:00:20Z",
                "@hourly           |                                     | 2026-11-18T07:00:00Z",
                "0 6 29 2 *        |                                     | 2028-02-29T06:00:00Z",
                "0 6 L 2 *         | &zone=Europe/Berlin                 | 2027-02-28T05:00:00Z",
                "30 2 29 3 *       | &zone=Europe/Berlin&from=2026-01-01T00:00:00Z          | 2026-03-29T01:00:00Z",
                "30 2 29 3 *       | &zone=Europe/Berlin&from=2026-01-01T00:00:00Z&gap=skip | 2027-03-29T00:30:00Z",
                "30 2 25 10 *      | &zone=Europe/Berlin&from=2026-10-25T00:30:00Z          | 2027-10-25T00:30:00Z",
                "30 2 25 10 *      | &zone=Europe/Berlin&from=2026-10-25T00:30:00Z&fold=both | 2026-10-25T01:30:00Z"
            })
    void theNextFireIsAfterFromInItsZone(String expression, String more, String expected) {
        RawAnswer answer = next(expression, "&count=1" + (more == null ? "" : more));

        assertThat(answer.status()).as(answer.body()).isEqualTo(200);
        assertThat(answer.json().at("/items/0/at").stringValue()).isEqualTo(expected);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "0 6 * * *       | &zone=europe/berlin      | 400 | BAD_PARAMETER | zone",
                "0 6 * * *       | &zone=%2B19:00           | 400 | BAD_PARAMETER | zone",
                "0 6 * * *       | &zone=                   | 400 | BAD_PARAMETER | zone",
                "0 6 * * *       | &gap=RUN_AFTER           | 400 | BAD_PARAMETER | gap",
                "0 6 * * *       | &fold=second             | 400 | BAD_PARAMETER | fold",
                "0 6 * * *       | &count=0                 | 400 | BAD_PARAMETER | count",
                "0 6 * * *       | &count=1001              | 400 | BAD_PARAMETER | count",
                "0 6 * * *       | &count=%EF%BC%91         | 400 | BAD_PARAMETER | count",
                "0 6 * * *       | &from=2026-11-18T06:00   | 400 | BAD_PARAMETER | from",
                "0 6 * * *       | &from=%2B10000-01-01T00:00:00Z | 400 | BAD_PARAMETER | from",
                "0 6 * * *       | &expression=0+7+*+*+*    | 400 | BAD_PARAMETER | expression",
                "0 6 * * *       | &until=2026-11-18T06:00:00Z | 400 | UNKNOWN_PARAMETER | until",
                "0 6 * * *       | &taskId=a%20b            | 422 | BAD_TASK_ID   | taskId",
                "0 0 30 2 *      | &count=1                 | 422 | NEVER_FIRES   | cron",
                "0 0 31W * *     | &count=1                 | 422 | BAD_CRON      | cron",
                "0 22-2 * * *    | &count=1                 | 422 | BAD_CRON      | cron",
                "\u0660 6 * * *  | &count=1                 | 422 | BAD_CRON      | cron",
                "@every 5m       | &count=1                 | 422 | BAD_CRON      | cron",
                "0 6 * *         | &count=1                 | 422 | BAD_CRON      | cron"
            })
    void whatCantBeReadIsRefusedByItsName(String expression, String more, int status, String code, String field) {
        RawAnswer answer = next(expression, more);

        assertThat(answer.status()).as(answer.body()).isEqualTo(status);
        assertThat(answer.text("code")).isEqualTo(code);
        assertThat(answer.text("field")).isEqualTo(field);
        assertThat(answer.text("fix")).isNotEmpty();
    }

    @Test
    void anExpressionIsOneLineOfFiveHundredCharacters() {
        assertThat(next("0".repeat(500), "").text("code")).isEqualTo("BAD_CRON");
        RawAnswer longer = next("0".repeat(501), "");
        assertThat(longer.text("code")).isEqualTo("BAD_PARAMETER");
        assertThat(longer.text("limit")).startsWith("1 to 500 characters");
        for (String expression : new String[] {"0 6 * * *\n", "0\t6 * * *", "0 6 * * *\u0085", " ", ""}) {
            assertThat(next(expression, "").text("field")).as(expression).isEqualTo("expression");
        }
        RawAnswer missing = console.get("/v1/cron/next");
        assertThat(missing.text("detail")).isEqualTo("expression is missing");
    }

    @Test
    void theHashOfATaskIdIsTheSameInBothAnswers() {
        RawAnswer explained = console.get("/v1/cron/explain?expression=H+H+*+*+*&taskId=report");
        RawAnswer fires = next("H H * * *", "&taskId=report&count=5");
        RawAnswer other = next("H H * * *", "&taskId=other&count=5");

        assertThat(explained.json().get("fires")).isEqualTo(fires.json().get("items"));
        assertThat(other.json().get("items")).isNotEqualTo(fires.json().get("items"));
        assertThat(explained.text("normalForm")).doesNotContain("H");
    }

    @Test
    void aThousandFiresAreListedAndNoneAfterTheYear9999() {
        assertThat(next("* * * * * *", "&count=1000").json().get("items")).hasSize(1_000);
        assertThat(next("0 0 1 1 *", "&from=9999-06-01T00:00:00Z").json().get("items"))
                .isEmpty();
    }
}
