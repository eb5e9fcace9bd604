package dev.carillon.console.api.schedule;

import static org.assertj.core.api.Assertions.assertThat;

import dev.carillon.console.api.AtOnce;
import dev.carillon.console.api.RawAnswer;
import dev.carillon.console.api.RunningConsole;
import dev.carillon.kit.record.ReceivedRecord;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Conditions on the version of a schedule, and changes that compete for one. */
final class ScheduleConditionsTest {
    private static final String REPORT = "{\"taskId\":\"report\",\"type\":\"http\",\"every\":\"5m\",\"owner\":\"#\"}";
    private static final int RACERS = 8;

    private final RunningConsole console = new RunningConsole();

    @AfterEach
    void close() {
        console.close();
    }

    private RawAnswer put(String owner, String... headers) {
        return console.ask("PUT", "/v1/schedules/report", REPORT.replace("#", owner), headers);
    }

    private List<ReceivedRecord> written() {
        return console.log.all(RunningConsole.NAMES.schedules());
    }

    /** The stored version is 1. */
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "If-Match      | `\"1\"`        | 200 | 412",
                "If-Match      | `\"0\"`        | 412 | 412",
                "If-Match      | `\"01\"`       | 412 | 412",
                "If-Match      | `\"\"`         | 412 | 412",
                "If-Match      | `*`            | 200 | 412",
                "If-Match      | `\"0\", \"1\"` | 200 | 412",
                "If-Match      | `\"0\",\"1\"`  | 200 | 412",
                "If-Match      | `W/\"1\"`      | 412 | 412",
                "If-Match      | `\"99999999999999999999\"` | 412 | 412",
                "If-None-Match | `*`            | 412 | 201",
                "If-None-Match | `\"1\"`        | 412 | 201",
                "If-None-Match | `\"0\", \"1\"` | 412 | 201",
                "If-None-Match | `W/\"1\"`      | 412 | 201",
                "If-None-Match | `\"0\"`        | 200 | 201",
            })
    void aConditionIsMetOrNot(String header, String condition, int onVersionOne, int onNone) {
        String line = header + ": " + condition;
        assertThat(put("ann", line).status()).as("there is none").isEqualTo(onNone);
        while (written().size() < 2) {
            put("ann" + written().size());
        }

        RawAnswer answer = put("ben", line);

        assertThat(answer.status()).as(answer.body()).isEqualTo(onVersionOne);
        assertThat(written()).hasSize(onVersionOne == 200 ? 3 : 2);
        if (onVersionOne == 412) {
            assertThat(answer.text("code")).isEqualTo("CHANGED_MEANWHILE");
            assertThat(answer.text("field")).isEqualTo(header);
            assertThat(answer.text("value")).isEqualTo(condition);
            assertThat(answer.text("limit")).isEqualTo("its version is \"1\"");
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"1", "\"1", "1\"", "\"1\",", ",\"1\"", "\"1\" \"2\"", "*, \"1\"", "w/\"1\"", "\"\"1\"\"", " "})
    void aConditionThatIsNoETagIsRefusedAndChangesNothing(String condition) {
        console.applied("report");
        for (String header : List.of("If-Match", "If-None-Match")) {
            RawAnswer answer = put("ann", header + ": " + condition);

            assertThat(answer.status()).as(answer.body()).isEqualTo(400);
            assertThat(answer.text("code")).isEqualTo("BAD_PARAMETER");
            assertThat(answer.text("field")).isEqualTo(header);
        }
        assertThat(put("ann", "If-Match: \"" + "1".repeat(199) + "\"").status()).isEqualTo(400);
        assertThat(written()).hasSize(1);
    }

    @Test
    void aDryRunMeetsTheSameConditions() {
        console.applied("report");
        for (String target :
                List.of("/v1/schedules/report", "/v1/schedules/report/pause", "/v1/schedules/report/resume")) {
            String verb = target.endsWith("report") ? "DELETE" : "POST";
            assertThat(console.ask(verb, target + "?dryRun=true", "", "If-Match: \"7\"")
                            .status())
                    .as(target)
                    .isEqualTo(412);
            assertThat(console.ask(verb, target + "?dryRun=true", "", "If-Match: \"0\"")
                            .text("dryRun"))
                    .as(target)
                    .isEqualTo("true");
        }
        assertThat(written()).hasSize(1);
    }

    @Test
    void ofManyChangesOfTheSameVersionOneWins() {
        console.applied("report");

        List<RawAnswer> answers = AtOnce.ask(RACERS, n -> put("owner" + n, "If-Match: \"0\""));

        assertThat(AtOnce.count(answers, 200)).isEqualTo(1);
        assertThat(AtOnce.count(answers, 412)).isEqualTo(RACERS - 1);
        assertThat(written()).hasSize(2);
        assertThat(console.audited()).hasSize(1);
    }

    @Test
    void ofManyWhoCreateTheSameScheduleOneWins() {
        List<RawAnswer> answers = AtOnce.ask(RACERS, n -> put("owner" + n, "If-None-Match: *"));

        assertThat(AtOnce.count(answers, 201)).isEqualTo(1);
        assertThat(AtOnce.count(answers, 412)).isEqualTo(RACERS - 1);
        assertThat(written()).hasSize(1);
    }

    @Test
    void aDeletionAndAChangeOfTheSameVersionAreNotBothDone() {
        console.applied("report");

        List<RawAnswer> answers = AtOnce.ask(
                2,
                n -> n == 0
                        ? put("ann", "If-Match: \"0\"")
                        : console.ask("DELETE", "/v1/schedules/report", "", "If-Match: \"0\""));

        assertThat(answers.stream().map(RawAnswer::status).filter(status -> status == 200))
                .hasSize(1);
        assertThat(written()).hasSize(2);
    }

    @Test
    void patchesOfDifferentFieldsAtOnceAllCount() {
        console.applied("report");
        List<String> fields = List.of("owner", "name", "description");

        List<RawAnswer> answers = AtOnce.ask(
                fields.size(),
                n -> console.ask("PATCH", "/v1/schedules/report", "{\"" + fields.get(n) + "\":\"changed\"}"));

        assertThat(AtOnce.count(answers, 200)).isEqualTo(fields.size());
        RawAnswer found = console.get("/v1/schedules/report");
        for (String field : fields) {
            assertThat(found.json().at("/definition/" + field).stringValue()).isEqualTo("changed");
        }
    }

    /** A program that means to say why would think that it had. */
    @Test
    void aDeletionTakesNoFields() {
        console.applied("report");

        RawAnswer answer = console.ask("DELETE", "/v1/schedules/report", "{\"reason\":\"it is old\"}");

        assertThat(answer.status()).isEqualTo(422);
        assertThat(answer.text("code")).isEqualTo("UNKNOWN_FIELD");
        assertThat(answer.text("field")).isEqualTo("reason");
        assertThat(written()).hasSize(1);
    }
}
