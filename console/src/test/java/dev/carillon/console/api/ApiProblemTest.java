package dev.carillon.console.api;

import static org.assertj.core.api.Assertions.assertThat;

import dev.carillon.client.problem.ClientException;
import dev.carillon.client.problem.ClientProblem;
import dev.carillon.console.problem.ConsoleException;
import dev.carillon.console.problem.ConsoleProblem;
import dev.carillon.kit.errors.CodedException;
import dev.carillon.kit.errors.KitErrorCode;
import dev.carillon.schemas.error.ContractException;
import dev.carillon.schemas.error.ErrorCode;
import dev.carillon.schemas.json.Json;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import tools.jackson.databind.JsonNode;

/** Failures as problems: status, code, the refused value, and texts that are safe to show. */
final class ApiProblemTest {
    private static final byte[] NO_BODY = new byte[0];

    private static JsonNode problem(Throwable thrown, byte[] body) {
        ApiProblem problem = ProblemMapping.of(thrown, body);
        JsonNode json = Json.read(problem.json());
        assertThat(json.get("status").intValue()).isEqualTo(problem.status());
        assertThat(json.get("type").stringValue()).endsWith("/" + problem.code());
        return json;
    }

    @ParameterizedTest
    @EnumSource(ConsoleProblem.class)
    void eachCodeOfTheConsoleHasAStatusAndSaysWhatToDo(ConsoleProblem code) {
        JsonNode json = problem(new ConsoleException(code, "it happened"), NO_BODY);

        assertThat(json.get("status").intValue()).isBetween(400, 599);
        assertThat(json.get("code").stringValue()).isEqualTo(code.name());
        assertThat(json.get("title").stringValue()).isEqualTo(code.meaning());
        assertThat(json.get("fix").stringValue()).isEqualTo(code.fix());
        assertThat(json.has("field")).isFalse();
    }

    @ParameterizedTest
    @EnumSource(ClientProblem.class)
    void eachCodeOfTheClientIsNotFoundOrTemporary(ClientProblem code) {
        JsonNode json = problem(new ClientException(code, "it happened"), NO_BODY);

        assertThat(json.get("status").intValue())
                .isEqualTo(
                        code.name().startsWith("NO_SUCH_") && code != ClientProblem.NO_SUCH_TOPICS
                                ? 404
                                : code == ClientProblem.NO_OUTCOME ? 504 : 503);
        assertThat(json.get("detail").stringValue()).isEqualTo("it happened");
    }

    @ParameterizedTest
    @EnumSource(ErrorCode.class)
    void aBodyThatIsNoObjectIsABadRequestAndAWrongFieldIsUnprocessable(ErrorCode code) {
        int status =
                switch (code) {
                    case BAD_JSON, NOT_AN_OBJECT, DUPLICATE_FIELD, TOO_DEEP -> 400;
                    default -> 422;
                };
        JsonNode json = problem(new ContractException(code, "taskId", "is wrong", "mend it"), NO_BODY);

        assertThat(json.get("status").intValue()).isEqualTo(status);
        assertThat(json.get("field").stringValue()).isEqualTo("taskId");
        assertThat(json.get("fix").stringValue()).isEqualTo("mend it");
    }

    @Test
    void anUnknownFailureTellsANumberAndNothingElse() {
        JsonNode first = problem(new IllegalStateException("password=secret"), NO_BODY);
        JsonNode second = problem(new OutOfMemoryError("secret"), NO_BODY);

        assertThat(first.get("status").intValue()).isEqualTo(500);
        assertThat(first.toString() + second).doesNotContain("secret");
        assertThat(first.get("detail").stringValue())
                .matches("the console failed; its log has the details under number \\d+");
        assertThat(second.get("detail")).isNotEqualTo(first.get("detail"));
    }

    @Test
    void aFailureOfKafkaIsTemporary() {
        JsonNode json = problem(new CodedException(KitErrorCode.KAFKA_UNREACHABLE, "no broker answers"), NO_BODY);

        assertThat(json.get("status").intValue()).isEqualTo(503);
        assertThat(json.get("code").stringValue()).isEqualTo("KAFKA_UNREACHABLE");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "a                       | `{\"a\":1}`                              | 1",
                "a.b                     | `{\"a\":{\"b\":\"x\"}}`                  | `\"x\"`",
                "items[1].a              | `{\"items\":[{},{\"a\":[2]}]}`           | [2]",
                "items[0]                | `{\"items\":[null]}`                     | null",
                "a[0][1]                 | `{\"a\":[[1,2]]}`                        | 2",
                "labels.\"x.y[0]\"       | `{\"labels\":{\"x.y[0]\":7}}`            | 7",
                "items[2].a              | `{\"items\":[{}]}`                       | ",
                "items[999999999].a      | `{\"items\":[{}]}`                       | ",
                "items[9999999999].a     | `{\"items\":[{}]}`                       | ",
                "a.b                     | `{\"a\":7}`                              | ",
                "a                       | `{\"a\":`                                | ",
                "a                       | `[1]`                                    | ",
            })
    void theRefusedValueIsShownIfThePathLeadsToOne(String field, String body, String value) {
        JsonNode json = problem(
                new ContractException(ErrorCode.WRONG_TYPE, field, "is wrong", "mend it"),
                body.getBytes(StandardCharsets.UTF_8));

        assertThat(json.path("value").asString(null)).isEqualTo(value);
    }

    /** The answer may be shown in a terminal. */
    @Test
    void controlCharactersAndHalvesOfCharactersAreReplaced() {
        JsonNode json = problem(
                new ConsoleException(
                        ConsoleProblem.BAD_PARAMETER,
                        "a\u001b[31m\u0000\r\n\u0085\ud800b",
                        "f\u0007",
                        "v\udc00",
                        "l\t"),
                NO_BODY);

        assertThat(json.get("detail").stringValue()).startsWith("a?[31m???").endsWith("?b");
        assertThat(json.get("field").stringValue()).isEqualTo("f?");
        assertThat(json.get("value").stringValue()).isEqualTo("v?");
        assertThat(json.get("limit").stringValue()).isEqualTo("l?");
        assertThat(problem(new ConsoleException(ConsoleProblem.BAD_PARAMETER, "漢😀"), NO_BODY)
                        .get("detail")
                        .stringValue())
                .isEqualTo("漢😀");
    }

    @Test
    void longValuesAreCutWithoutHalvesOfCharacters() {
        for (String value : new String[] {"x".repeat(201), "x".repeat(199) + "😀", "😀".repeat(300)}) {
            JsonNode json = problem(
                    new ConsoleException(ConsoleProblem.BAD_PARAMETER, "it is long", "f", value, null), NO_BODY);

            String shown = json.get("value").stringValue();
            assertThat(shown).hasSizeLessThanOrEqualTo(201).endsWith("…");
            assertThat(StandardCharsets.UTF_8.newEncoder().canEncode(shown)).isTrue();
        }
        assertThat(problem(new ConsoleException(ConsoleProblem.BAD_PARAMETER, "d", "f", "x".repeat(200), null), NO_BODY)
                        .get("value")
                        .stringValue())
                .isEqualTo("x".repeat(200));
    }
}
