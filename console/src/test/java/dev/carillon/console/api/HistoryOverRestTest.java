package dev.carillon.console.api;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;

/** Lists, filters, cursors and reads after writes over REST, with a real history. */
@Timeout(60)
final class HistoryOverRestTest {
    private final RunningConsole console;

    HistoryOverRestTest(@TempDir Path dir) {
        console = RunningConsole.recorded(dir);
    }

    @AfterEach
    void close() {
        console.close();
    }

    private RawAnswer get(String target) {
        RawAnswer answer = console.get(target);
        assertThat(answer.status()).as(answer.body()).isEqualTo(200);
        return answer;
    }

    private static List<String> ids(RawAnswer answer) {
        List<String> ids = new ArrayList<>();
        for (JsonNode item : answer.json().get("items").values()) {
            ids.add(item.get("taskId").stringValue());
        }
        return ids;
    }

    private static String encoded(String text) {
        return URLEncoder.encode(text, StandardCharsets.UTF_8);
    }

    private RawAnswer submit(String taskId, String more) {
        RawAnswer answer = console.ask(
                "POST", "/v1/executions?wait=5s", "{\"taskId\":\"" + taskId + "\",\"type\":\"http\"" + more + "}");
        assertThat(answer.status()).as(answer.body()).isEqualTo(202);
        console.clock.advance(Duration.ofMinutes(1));
        return answer;
    }

    private void apply(String taskId, String more) {
        RawAnswer answer = console.ask(
                "PUT",
                "/v1/schedules/" + taskId,
                "{\"taskId\":\"" + taskId + "\",\"type\":\"http\",\"every\":\"1h\"" + more + "}");
        assertThat(answer.status()).as(answer.body()).isEqualTo(201);
        assertThat(answer.text("seen")).isEqualTo("true");
    }

    /** Signs that mean something else in SQL, in a regular expression or in a query. */
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "100%       | percent",
                "%          | percent",
                "a_b        | underscore",
                "_          | underscore",
                "\\         | backslash",
                "it's       | quote",
                "\"         | quote",
                ".*         | stars",
                "a&b=c      | ampersand",
                "Ünïcödé    | unicode",
                "😀         | unicode",
                "PERCENT    | percent",
                "owner-one  | percent",
                "nothing'-- | "
            })
    void aSearchForSchedulesTakesEachSignForItself(String search, String expected) {
        apply("percent", ",\"name\":\"100% done\",\"owner\":\"owner-one\"");
        apply("underscore", ",\"name\":\"a_b\"");
        apply("backslash", ",\"name\":\"a\\\\b\"");
        apply("quote", ",\"name\":\"it's \\\"quoted\\\"\"");
        apply("stars", ",\"description\":\"a.*b\"");
        apply("ampersand", ",\"name\":\"a&b=c\"");
        apply("unicode", ",\"name\":\"Ünïcödé 😀\"");

        List<String> found = ids(get("/v1/schedules?search=" + encoded(search)));

        assertThat(found).isEqualTo(expected == null ? List.of() : List.of(expected));
    }

    @Test
    void executionsAreFilteredByEachParameterAndByAllAtOnce() {
        submit("alpha", ",\"labels\":{\"team\":\"ops\",\"expr\":\"a=b%_'\"}");
        submit("alpha.two", ",\"labels\":{\"team\":\"ops2\"},\"priority\":\"high\"");
        submit("beta", ",\"delay\":\"1h\"");

        assertThat(ids(get("/v1/executions"))).containsExactly("beta", "alpha.two", "alpha");
        assertThat(ids(get("/v1/executions?taskId=alpha"))).containsExactly("alpha");
        assertThat(ids(get("/v1/executions?search=alph"))).containsExactly("alpha.two", "alpha");
        assertThat(ids(get("/v1/executions?search=lpha"))).isEmpty();
        assertThat(ids(get("/v1/executions?search=" + encoded("alph_")))).isEmpty();
        assertThat(ids(get("/v1/executions?label=" + encoded("team=ops")))).containsExactly("alpha");
        assertThat(ids(get("/v1/executions?label=" + encoded("expr=a=b%_'")))).containsExactly("alpha");
        assertThat(ids(get("/v1/executions?label=" + encoded("expr=a=b%")))).isEmpty();
        assertThat(ids(get("/v1/executions?state=PENDING"))).containsExactly("beta");
        assertThat(ids(get("/v1/executions?state=QUEUED,PENDING,QUEUED"))).hasSize(3);
        assertThat(ids(get("/v1/executions?state=FAILED"))).isEmpty();
        assertThat(ids(get("/v1/executions?origin=submitted&queue=default&type=http&search=alpha&state=QUEUED"
                        + "&label=" + encoded("team=ops2"))))
                .containsExactly("alpha.two");
        assertThat(ids(get("/v1/executions?since=2026-11-18T06:01:00Z&until=2026-11-18T06:02:00Z")))
                .containsExactly("alpha.two");
        assertThat(ids(get("/v1/executions?since=2026-11-18T07:01:00%2B01:00&until=2026-11-18T06:01:00Z")))
                .isEmpty();
    }

    @Test
    void pagesOfExecutionsHaveEachOnceWhileNewOnesComeIn() {
        for (int n = 0; n < 7; n++) {
            submit("t" + n, "");
        }
        List<String> seen = new ArrayList<>();
        String cursor = "";
        do {
            RawAnswer page = get("/v1/executions?limit=2" + cursor);
            seen.addAll(ids(page));
            submit("new", "");
            cursor = page.text("next").isEmpty() ? "" : "&cursor=" + encoded(page.text("next"));
        } while (!cursor.isEmpty());

        assertThat(seen).containsExactly("t6", "t5", "t4", "t3", "t2", "t1", "t0");
    }

    /** A cursor says where a list goes on, and not what it lists. */
    @Test
    void aCursorIsGoodForAnotherFilterOfTheSameList() {
        for (int n = 0; n < 4; n++) {
            submit(n % 2 == 0 ? "even" : "odd", "");
        }
        String next = get("/v1/executions?limit=1").text("next");

        assertThat(ids(get("/v1/executions?taskId=even&cursor=" + next))).containsExactly("even", "even");
        assertThat(ids(get("/v1/executions?taskId=odd&cursor=" + next))).containsExactly("odd");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"x", "null", "c!", "1-2-3", "C0", "'; DROP TABLE runs;--", "%00", "%F0%9F%98%80", "c%0A", "*401"
            })
    void aForgedCursorIsRefused(String forged) {
        submit("one", "");
        apply("report", "");
        String cursor = forged.startsWith("*") ? "x".repeat(401) : forged.replace(' ', '+');
        for (String list : List.of("/v1/executions", "/v1/dead-letters")) {
            RawAnswer answer = console.get(list + "?cursor=" + cursor);

            assertThat(answer.status()).as(answer.body()).isEqualTo(400);
            assertThat(answer.text("code")).isIn("BAD_CURSOR", "BAD_PARAMETER");
            assertThat(answer.text("field")).isEqualTo("cursor");
            assertThat(answer.text("fix")).isNotEmpty();
        }
        assertThat(ids(get("/v1/executions"))).containsExactly("one");
    }

    @Test
    void whatWasWrittenIsReadAtOnceAfterAWait() {
        apply("report", "");
        assertThat(get("/v1/schedules/report").headers()).containsEntry("etag", "\"0\"");
        RawAnswer paused = console.ask("POST", "/v1/schedules/report/pause", "{\"reason\":\"stop\"}");
        assertThat(paused.text("seen")).isEqualTo("true");
        assertThat(ids(get("/v1/schedules?standing=PAUSED"))).containsExactly("report");
        assertThat(ids(get("/v1/schedules?standing=ACTIVE"))).isEmpty();

        String key = submit("one", ",\"payload\":{\"漢\":\"😀\"}").text("key");
        RawAnswer run = get("/v1/executions/" + key);
        assertThat(run.json().at("/task/payload/漢").stringValue()).isEqualTo("😀");
        assertThat(run.text("state")).isEqualTo("QUEUED");
        RawAnswer records = get("/v1/executions/" + key + "/records");
        assertThat(records.json().at("/items/0/key").stringValue()).isEqualTo(key);
        assertThat(records.json().at("/items/0/value/payload/漢").stringValue()).isEqualTo("😀");
        assertThat(get("/v1/executions/" + key + "/log?from=-5").json().get("items"))
                .isEmpty();

        RawAnswer cancel = console.ask("POST", "/v1/executions/" + key + "/cancel?wait=5s", "");
        assertThat(cancel.text("seen")).isEqualTo("true");
        assertThat(get("/v1/executions/" + key).text("cancelAsked")).isEqualTo("2026-11-18T06:01:00Z");

        console.ask("DELETE", "/v1/schedules/report?wait=5s", "");
        assertThat(console.get("/v1/schedules/report").status()).isEqualTo(404);
        assertThat(ids(get("/v1/executions"))).containsExactly("one");
    }

    @Test
    void anEmptyHistoryAnswersEachListWithNothing() {
        for (String list :
                List.of("/v1/schedules", "/v1/executions", "/v1/executions/errors", "/v1/fires", "/v1/calendars")) {
            assertThat(get(list).json().get("items")).as(list).isEmpty();
        }
    }
}
