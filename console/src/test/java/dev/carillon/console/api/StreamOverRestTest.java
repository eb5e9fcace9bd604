package dev.carillon.console.api;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The stream of changes as clients of HTTP meet it. */
@Timeout(60)
final class StreamOverRestTest {
    private static final int MOST = 10;

    private final RunningConsole console = new RunningConsole();
    private final List<RawHttp> connections = new ArrayList<>();

    @AfterEach
    void close() {
        connections.forEach(RawHttp::close);
        console.close();
    }

    /** Connects; the answer begins with the first event. */
    private RawAnswer connect(String query, String... headers) {
        RawHttp http = new RawHttp(console.port());
        connections.add(http);
        http.send("GET /v1/stream" + query + " HTTP/1.1\r\nHost: localhost\r\n" + String.join("", headers) + "\r\n");
        RawAnswer answer = null;
        while (answer == null) {
            assertThat(Thread.interrupted()).as("it takes too long").isFalse();
            console.live.freshness().runOnce(console.clock.instant());
            console.live.runOnce(console.clock.instant());
            answer = http.answerIfThere();
        }
        return answer;
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "?kinds=run", "?kinds=run,run,log", "?kinds=dead-letter&id=report", "?id=%F0%9F%98%80"})
    void aStreamIsAnsweredAsEventsThatNoOneKeeps(String query) {
        RawAnswer answer = connect(query);

        assertThat(answer.status()).isEqualTo(200);
        assertThat(answer.headers())
                .containsEntry("content-type", "text/event-stream;charset=utf-8")
                .containsEntry("cache-control", "no-store")
                .containsEntry("x-content-type-options", "nosniff")
                .doesNotContainKey("content-length")
                .doesNotContainKey("access-control-allow-origin");
    }

    /** An id of another run of the console, or of none, means that the client has lost changes. */
    @ParameterizedTest
    @ValueSource(strings = {"run1-0", "run0-5", "nonsense", "run1-99999999999999999999", "-", "run1-", "é"})
    void aStreamGoesOnWhateverTheLastEventWas(String id) {
        assertThat(connect("", "Last-Event-ID: " + id + "\r\n").status()).isEqualTo(200);
    }

    @ParameterizedTest
    @CsvSource({
        "kinds=, kinds",
        "'kinds=run,', kinds",
        "'kinds=run,,log', kinds",
        "kinds=RUN, kinds",
        "kinds=run+, kinds",
        "kinds=run&kinds=log, kinds",
        "id=, id",
        "id=%00, id",
        "kind=run, kind"
    })
    void aWrongFilterIsRefusedBeforeTheStreamBegins(String query, String field) {
        RawAnswer answer = console.get("/v1/stream?" + query);

        assertThat(answer.status()).as(answer.body()).isEqualTo(400);
        assertThat(answer.headers()).containsEntry("content-type", "application/problem+json");
        assertThat(answer.text("field")).isEqualTo(field);
        assertThat(answer.text("limit")).isNotEmpty();
    }

    @Test
    void longFiltersAndIdsAreRefused() {
        assertThat(console.get("/v1/stream?id=" + "x".repeat(401)).text("limit"))
                .startsWith("1 to 400 characters");
        assertThat(console.get("/v1/stream?kinds=" + "run,".repeat(25) + "run").text("field"))
                .isEqualTo("kinds");
        RawAnswer answer = RawHttp.ask(
                console.port(), "GET /v1/stream HTTP/1.1\r\nHost: localhost\r\nLast-Event-ID: " + "x".repeat(101), "");
        assertThat(answer.text("field")).isEqualTo("Last-Event-ID");
    }

    @Test
    void oneClientTooManyIsRefusedAndAnotherTakesThePlaceOfOneThatLeft() {
        for (int i = 0; i < MOST; i++) {
            assertThat(connect("").status()).isEqualTo(200);
        }

        RawAnswer refused = console.get("/v1/stream");
        assertThat(refused.status()).isEqualTo(503);
        assertThat(refused.text("code")).isEqualTo("TOO_BUSY");
        assertThat(refused.text("detail")).contains("10 clients", "console.stream-clients");
        assertThat(console.get("/v1/health").status())
                .as("other requests are answered")
                .isEqualTo(200);

        connections.get(0).close();
        RawAnswer next = connect("");
        for (int tries = 0; next.status() == 503 && tries < 200; tries++) {
            next = connect(""); // The server learns of the end when it next writes.
        }
        assertThat(next.status()).isEqualTo(200);
    }
}
