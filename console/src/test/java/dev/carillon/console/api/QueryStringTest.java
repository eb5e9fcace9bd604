package dev.carillon.console.api;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.carillon.console.problem.ConsoleException;
import dev.carillon.console.problem.ConsoleProblem;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

final class QueryStringTest {
    @Test
    void parametersKeepTheirOrderAndEveryValue() {
        Map<String, List<String>> found = QueryString.parse("b=1&a=2&b=3&c&d=");

        assertThat(found.keySet()).containsExactly("b", "a", "c", "d");
        assertThat(found).containsEntry("b", List.of("1", "3")).containsEntry("c", List.of(""));
        assertThat(QueryString.parse(null)).isEmpty();
        assertThat(QueryString.parse("")).isEmpty();
    }

    @ParameterizedTest
    @CsvSource({
        "a+b, a b",
        "a%2Bb, a+b",
        "a%2bb, a+b",
        "a%26b%3Dc, a&b=c",
        "a=b=c, a=b=c",
        "%C3%A9t%c3%a9, été",
        "été, été",
        "%F0%9F%98%80, 😀",
        "%25zz, %zz",
        "%250a, %0a",
        "'%41%20%42', 'A B'"
    })
    void aValueIsDecodedOnce(String encoded, String value) {
        assertThat(QueryString.parse("search=" + encoded)).containsEntry("search", List.of(value));
        assertThat(QueryString.parse(encoded.replace("=", "%3D")).keySet()).containsExactly(value);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "%",
                "true%",
                "%4",
                "%zz",
                "%4g",
                "%+1",
                "%-1",
                "% 1",
                "%u0041",
                "%１１",
                "%ff",
                "%c3",
                "%c0%80",
                "%ed%a0%80",
                "%f4%90%80%80",
                "a%80b"
            })
    void whatIsNotWellEncodedIsRefusedAndNeverLeftOut(String encoded) {
        for (String query : List.of("dryRun=" + encoded, "wait=5s&dryRun=" + encoded + "&force=true")) {
            assertThatThrownBy(() -> QueryString.parse(query)).satisfies(thrown -> {
                ConsoleException refusal = (ConsoleException) thrown;
                assertThat(refusal.problem()).isEqualTo(ConsoleProblem.BAD_PARAMETER);
                assertThat(refusal.field()).isEqualTo("dryRun");
                assertThat(refusal.value()).isEqualTo(encoded);
            });
        }
        assertThatThrownBy(() -> QueryString.parse(encoded + "=1")).isInstanceOf(ConsoleException.class);
    }

    /** Without its dryRun the request would pause every schedule. */
    @Test
    void aDryRunWithATypingErrorPausesNothing() {
        try (RunningConsole console = new RunningConsole()) {
            console.applied("report");
            for (String query : List.of("dryRun=true%", "dryRun=%zz", "dryRun=true&%ff=1", "dryRun=true&=")) {
                RawAnswer answer = console.ask("POST", "/v1/schedules/pause?" + query, "{\"all\":true}");

                assertThat(answer.status()).as(query).isEqualTo(400);
                assertThat(answer.text("fix")).as(query).isNotEmpty();
            }
            assertThat(console.log.all(RunningConsole.NAMES.schedules())).hasSize(1);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"utf-16", "iso-8859-1", "nonsense", "\"\""})
    void theCharsetOfTheBodyDoesNotChangeHowTheQueryIsRead(String charset) {
        try (RunningConsole console = new RunningConsole()) {
            console.applied("report");

            RawAnswer answer = RawHttp.ask(
                    console.port(),
                    "POST /v1/schedules/report/run?dryRun=%74rue HTTP/1.1\r\nHost: localhost\r\nContent-Length: 2"
                            + "\r\nContent-Type: application/json; charset=" + charset,
                    "{}");

            assertThat(answer.status()).as(answer.body()).isEqualTo(202);
            assertThat(answer.text("dryRun")).isEqualTo("true");
            assertThat(console.runs.commands()).isEmpty();
        }
    }
}
