package dev.carillon.console.api;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Requests as bytes: methods, malformed messages, several requests on one connection, conditions of reads. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
final class HttpMessageTest {
    private static final String REPORT = "{\"taskId\":\"report\",\"type\":\"http\",\"every\":\"5m\"}";
    private static final String JSON = "Host: localhost\r\nContent-Type: application/json\r\n";
    private static final String PUT = "PUT /v1/schedules/report?dryRun=true HTTP/1.1\r\n" + JSON;

    private RunningConsole console;

    @BeforeAll
    void open() {
        console = new RunningConsole();
        console.applied("report");
        console.calendar("work", "'weekdays':['mon-fri']");
    }

    @AfterAll
    void close() {
        assertThat(console.log.all(RunningConsole.NAMES.schedules()))
                .as("no request has changed anything")
                .hasSize(1);
        console.close();
    }

    private RawAnswer ask(String head, String body) {
        return RawHttp.ask(console.port(), head, body);
    }

    private static Set<String> paths() {
        Set<String> paths = new TreeSet<>();
        OpenApi.operations().forEach(operation -> paths.add(operation.path()));
        return paths;
    }

    /** A path with a fixed name may also be that of a schedule: {@code /v1/schedules/pause}. */
    private static Set<String> documentedMethods(String target) {
        Set<String> methods = new TreeSet<>();
        for (OpenApi.Operation operation : OpenApi.operations()) {
            if (new ApiRoute(HttpVerb.GET, operation.path(), Set.of(), 0, null, null).matches(target)) {
                methods.add(operation.verb());
            }
        }
        if (methods.contains("GET")) {
            methods.add("HEAD");
        }
        return methods;
    }

    @ParameterizedTest
    @MethodSource("paths")
    void aPathRefusesTheMethodsThatItIsNotDocumentedFor(String path) {
        String target = RunningConsole.target(path);
        Set<String> documented = documentedMethods(target);
        for (String method : List.of("GET", "PUT", "POST", "PATCH", "DELETE", "OPTIONS", "TRACE", "PROPFIND", "get")) {
            if (!documented.contains(method)) {
                RawAnswer answer = ask(method + " " + target + " HTTP/1.1\r\n" + JSON + "Content-Length: 2", "{}");

                assertThat(answer.status()).as(method + " " + answer.body()).isEqualTo(405);
                assertThat(answer.headers()).containsEntry("content-type", "application/problem+json");
                assertThat(answer.text("code")).isEqualTo("WRONG_METHOD");
                assertThat(answer.text("value")).isEqualTo(method);
                assertThat(Set.of(String.valueOf(answer.headers().get("allow")).split(", ")))
                        .isEqualTo(documented);
            }
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "/v1/schedules", "/v1/schedules/report", "/v1/schedules/nobody", "/v1/schedules/a%20b",
                "/v1/calendars/work", "/v1/executions?limit=0", "/v1/cron/next?expression=@hourly", "/v1/openapi.yaml"
            })
    void aHeadHasTheHeadersOfTheGetAndNoBody(String path) {
        RawAnswer get = RawHttp.get(console.port(), path);
        RawAnswer head = ask("HEAD " + path + " HTTP/1.1\r\nHost: localhost", "");

        assertThat(head.status()).isEqualTo(get.status());
        assertThat(head.body()).isEmpty();
        get.headers().remove("date");
        head.headers().remove("date");
        assertThat(head.headers()).isEqualTo(get.headers());
        assertThat(head.headers().get("content-length"))
                .isEqualTo(Integer.toString(get.body().getBytes(java.nio.charset.StandardCharsets.UTF_8).length));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"zz\r\n", "-1\r\n", "FFFFFFFFFF\r\n", "2\r\n{}}}\r\n0\r\n\r\n", "5\r\n{\"tas", "2\r\n{}\r\n"})
    void aBodyWithMalformedOrMissingChunksIsTheClientsMistake(String chunks) {
        try (RawHttp http = new RawHttp(console.port())) {
            http.send(PUT + "Transfer-Encoding: chunked\r\n\r\n" + chunks);
            http.endSending();
            RawAnswer answer = http.answer();

            assertThat(answer.status()).as(answer.body()).isEqualTo(400);
            assertThat(answer.text("code")).isEqualTo("BAD_REQUEST");
            assertThat(answer.text("fix")).isNotEmpty();
        }
    }

    @Test
    void aConnectionThatEndsWithinTheBodyIsNoFailureOfTheConsole() {
        try (RawHttp http = new RawHttp(console.port())) {
            http.send(PUT + "Content-Length: 1000\r\n\r\n{\"taskId\"");
            http.endSending();
            RawAnswer answer = http.answer();

            assertThat(answer.status()).isEqualTo(400);
            assertThat(answer.text("code")).isEqualTo("BAD_REQUEST");
            assertThat(answer.text("field")).isEqualTo("body");
            assertThat(answer.text("value")).isEqualTo("9 bytes");
        }
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "GET /v1/health HTTP/1.1                                        | 400 | BAD_REQUEST",
                "GET /v1/health HTTP/1.0                                        | 421 | WRONG_HOST",
                "GET /v1/health HTTP/1.1~Host:                                  | 400 | BAD_REQUEST",
                "GET /v1/health HTTP/1.1~Host: localhost~Host: evil.example     | 400 | BAD_REQUEST",
                "GET /v1/health HTTP/1.1~Host: localhost.                       | 421 | WRONG_HOST",
                "GET http://evil.example/v1/health HTTP/1.1~Host: localhost     | 400 | BAD_REQUEST",
                "GET http://evil.example/v1/health HTTP/1.1~Host: evil.example  | 421 | WRONG_HOST",
                "OPTIONS * HTTP/1.1~Host: localhost                             | 404 | UNKNOWN_PATH",
                "CONNECT localhost:80 HTTP/1.1~Host: localhost                  | 404 | UNKNOWN_PATH",
                "GET /v1/health HTTP/9.9~Host: localhost                        | 400 | BAD_REQUEST",
                "GET /v1/health~Host: localhost                                 | 400 | BAD_REQUEST",
                "POST /v1/fires HTTP/1.1~Host: localhost~Content-Length: -1     | 400 | BAD_REQUEST",
                "POST /v1/fires HTTP/1.1~Host: localhost~Content-Length: 1~Content-Length: 2 | 400 | BAD_REQUEST",
                "POST /v1/fires HTTP/1.1~Host: localhost~Content-Length: 1~Transfer-Encoding: chunked | 400 | BAD_REQUEST",
                "POST /v1/fires HTTP/1.1~Host: localhost~Transfer-Encoding: gzip | 400 | BAD_REQUEST",
                "GET /v1/health HTTP/1.1~Host: localhost~ folded: line          | 400 | BAD_REQUEST",
                "GET /v1/schedules/a%2Fb HTTP/1.1~Host: localhost               | 400 | BAD_PATH",
                "GET /v1/schedules/%ED%A0%80 HTTP/1.1~Host: localhost           | 400 | BAD_PATH"
            })
    void aMalformedMessageIsRefusedUnderACodeThatFits(String head, int status, String code) {
        RawAnswer answer = ask(head.strip().replace("~", "\r\n"), "");

        assertThat(answer.status()).as(answer.body()).isEqualTo(status);
        assertThat(answer.text("code")).isEqualTo(code);
        assertThat(answer.headers())
                .containsEntry("content-type", "application/problem+json")
                .containsEntry("cache-control", "no-store");
    }

    @Test
    void aRequestMayNameThisMachineInItsFirstLine() {
        assertThat(ask("GET http://localhost/v1/health HTTP/1.1\r\nHost: localhost", "")
                        .status())
                .isEqualTo(200);
        assertThat(ask("GET /v1/health HTTP/1.0\r\nHost: 127.0.0.1", "").status())
                .isEqualTo(200);
    }

    @Test
    void refusalsLeaveTheConnectionToTheNextRequest() {
        List<Integer> statuses = new ArrayList<>();
        try (RawHttp http = new RawHttp(console.port())) {
            for (String path : List.of("/v1/nowhere", "/v1/schedules/a%20b", "/v1/schedules?limit=0", "/v1/health")) {
                http.send("GET " + path + " HTTP/1.1\r\nHost: localhost\r\n\r\n");
            }
            http.send(PUT + "Content-Length: 2\r\n\r\n{}" + PUT + "Content-Length: " + REPORT.length() + "\r\n\r\n"
                    + REPORT);
            for (int i = 0; i < 6; i++) {
                statuses.add(http.answer().status());
            }
        }
        assertThat(statuses).containsExactly(404, 422, 400, 200, 422, 200);
    }

    /** The rest of a body must not be taken for a request of its own. */
    @ParameterizedTest
    @ValueSource(strings = {"GET /v1/health", "GET /v1/nowhere", "GET /v1/schedules?limit=0", "POST /v1/health"})
    void aBodyThatIsNotWantedIsNotReadAsARequest(String line) {
        String hidden = "DELETE /v1/schedules/report HTTP/1.1\r\nHost: localhost\r\n\r\n";
        try (RawHttp http = new RawHttp(console.port())) {
            http.send(line + " HTTP/1.1\r\nHost: localhost\r\nContent-Length: " + hidden.length() + "\r\n\r\n" + hidden
                    + "GET /v1/calendars/work HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n");
            http.answer();

            assertThat(http.answer().text("name")).isEqualTo("work");
        }
    }

    @Test
    void afterABodyThatIsTooLargeTheConnectionEnds() {
        String hidden = "DELETE /v1/schedules/report HTTP/1.1\r\nHost: localhost\r\n\r\n";
        try (RawHttp http = new RawHttp(console.port())) {
            http.send(PUT + "Content-Length: " + (ApiRoutes.BODY + 1) + "\r\n\r\n" + hidden);

            assertThat(http.answer().status()).isEqualTo(413);
            assertThat(http.isEnded()).isTrue();
        }
    }

    @Test
    void aClientThatAsksFirstSendsItsBodyOnlyIfItIsWanted() {
        try (RawHttp http = new RawHttp(console.port())) {
            http.send(PUT + "Expect: 100-continue\r\nContent-Length: " + REPORT.length() + "\r\n\r\n");
            assertThat(http.answer().status()).isEqualTo(100);
            http.send(REPORT);
            assertThat(http.answer().status()).isEqualTo(200);
        }
        try (RawHttp http = new RawHttp(console.port())) {
            http.send(PUT + "Expect: 100-continue\r\nContent-Length: " + (ApiRoutes.BODY + 1) + "\r\n\r\n");
            assertThat(http.answer().status()).isEqualTo(413);
        }
    }

    /** Its runs and its next fire change, and its version does not. */
    @ParameterizedTest
    @ValueSource(strings = {"/v1/schedules/report", "/v1/calendars/work"})
    void aReadIsAnsweredInFullWhateverVersionTheClientHas(String path) {
        RawAnswer first = RawHttp.get(console.port(), path);
        String tag = first.headers().get("etag");

        RawAnswer second = ask("GET " + path + " HTTP/1.1\r\nHost: localhost\r\nIf-None-Match: " + tag, "");

        assertThat(tag).isEqualTo("\"0\"");
        assertThat(second.status()).isEqualTo(200);
        assertThat(second.body()).isEqualTo(first.body());
    }

    @Test
    void aWriteIsAnsweredAsOneAlsoIfItGetsTheVersionThatTheClientDidNotWant() {
        try (RunningConsole other = new RunningConsole()) {
            RawAnswer answer = other.ask("PUT", "/v1/schedules/report", REPORT, "If-None-Match: \"0\"");

            assertThat(answer.status()).isEqualTo(201);
            assertThat(answer.headers()).containsEntry("etag", "\"0\"");
            assertThat(answer.text("done")).isEqualTo("created");
        }
    }
}
