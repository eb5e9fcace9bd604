package dev.carillon.console.api;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.carillon.kit.errors.CodedException;
import dev.carillon.kit.threads.Threads;
import dev.carillon.kit.time.SystemTime;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.node.JsonNodeFactory;

@TestInstance(TestInstance.Lifecycle.PER_CLASS)
final class RequestGuardTest {
    private JavalinServer server;

    @BeforeAll
    void open() {
        ApiResource echo = routes -> routes
                .get("/v1/things/{name}", RequestGuardTest::thing, "limit")
                .get("/v1/broken", RequestGuardTest::broken)
                .on(HttpVerb.POST, "/v1/things/{name}", RequestGuardTest::done)
                .stream("/v1/stream", (request, sink) -> Threads.named("one-event", () -> tell(sink))
                .start());
        server = JavalinServer.open(ListenSettings.at("loopback", 0, 4), List.of(echo), SystemTime.ticker());
    }

    @AfterAll
    void close() {
        server.close();
    }

    private static ApiResponse thing(ApiRequest request) {
        return ApiResponse.json(JsonNodeFactory.instance.objectNode().put("name", request.path("name")));
    }

    private static ApiResponse done(ApiRequest request) {
        return ApiResponse.json(JsonNodeFactory.instance.objectNode().put("bytes", request.body().length));
    }

    private static ApiResponse broken(ApiRequest request) {
        throw new IllegalStateException("a secret of the house");
    }

    private static void tell(EventSink sink) {
        while (!sink.isReady()) {
            Thread.onSpinWait();
        }
        try {
            sink.write("data: {}\n\n".getBytes(StandardCharsets.UTF_8));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        sink.close();
    }

    private RawAnswer ask(String head) {
        return RawHttp.ask(server.port(), head, "");
    }

    @Test
    void aPlainRequestIsAnswered() {
        RawAnswer answer = RawHttp.get(server.port(), "/v1/things/a%20b?limit=3");

        assertThat(answer.status()).isEqualTo(200);
        assertThat(answer.text("name")).isEqualTo("a b");
        assertThat(answer.headers()).containsEntry("content-type", "application/json");
    }

    @Test
    void everyAnswerForbidsWhatAPageMustNotDo() {
        for (String path :
                List.of("/v1/things/a", "/v1/nowhere", "/v1/things/%2e%2e", "/v1/things/%zz", "/v1/broken")) {
            assertThat(RawHttp.get(server.port(), path).headers())
                    .as(path)
                    .hasEntrySatisfying("content-security-policy", policy -> assertThat(policy)
                            .contains("default-src 'none'", "script-src 'self'", "frame-ancestors 'none'")
                            .doesNotContain("unsafe"))
                    .containsEntry("x-content-type-options", "nosniff")
                    .containsEntry("referrer-policy", "no-referrer")
                    .containsEntry("cache-control", "no-store")
                    .doesNotContainKey("server")
                    .doesNotContainKey("access-control-allow-origin");
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"localhost", "LOCALHOST:80", "127.0.0.1:8080", "[::1]:8080", "[::1]"})
    void itAnswersToTheNamesOfThisMachine(String host) {
        assertThat(ask("GET /v1/things/a HTTP/1.1\r\nHost: " + host).status()).isEqualTo(200);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "evil.example",
                "localhost.evil.example",
                "127.0.0.1.nip.io",
                "192.168.0.1:8080",
                "[::]:8080",
                "localhost@evil.example"
            })
    void aForeignHostIsRefused(String host) {
        RawAnswer answer = ask("GET /v1/things/a HTTP/1.1\r\nHost: " + host);

        assertThat(answer.status()).isBetween(400, 421);
        assertThat(answer.headers()).containsEntry("content-type", "application/problem+json");
        assertThat(answer.text("code")).isIn("WRONG_HOST", "BAD_REQUEST");
    }

    @Test
    void theAddressOfEveryInterfaceIsNoNameAndIsNotListenedOn() throws IOException {
        String every = InetAddress.getByName("0").getHostAddress();

        aForeignHostIsRefused(every + ":8080");
        anAddressThatOthersReachIsNotListenedOn(every);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "Sec-Fetch-Site: cross-site",
                "Sec-Fetch-Site: same-site",
                "Sec-Fetch-Site: cross-site\r\nOrigin: http://localhost",
                "Origin: https://evil.example",
                "Origin: null",
                "Origin: http://localhost:1",
                "Origin: https://localhost"
            })
    void aPageOfAnotherOriginChangesNothing(String headers) {
        RawAnswer answer = ask("POST /v1/things/a HTTP/1.1\r\nHost: localhost\r\nContent-Length: 0\r\n" + headers);

        assertThat(answer.status()).isEqualTo(403);
        assertThat(answer.text("code")).isEqualTo("OTHER_ORIGIN");
        assertThat(answer.text("field")).isIn("Sec-Fetch-Site", "Origin");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "Sec-Fetch-Site: same-origin",
                "Sec-Fetch-Site: none",
                "Origin: http://localhost",
                "Sec-Fetch-Site: same-origin\r\nOrigin: http://localhost",
                "User-Agent: curl"
            })
    void theOwnPageAndPlainProgramsMayChangeThings(String headers) {
        RawAnswer answer = ask("POST /v1/things/a HTTP/1.1\r\nHost: localhost\r\nContent-Length: 0\r\n" + headers);

        assertThat(answer.status()).isEqualTo(200);
    }

    @Test
    void whatDoesNotExistIsAProblem() {
        RawAnswer answer = RawHttp.get(server.port(), "/v1/nowhere/%3Cscript%3Ealert(1)");

        assertThat(answer.status()).isEqualTo(404);
        assertThat(answer.text("code")).isEqualTo("UNKNOWN_PATH");
        assertThat(answer.headers()).containsEntry("content-type", "application/problem+json");
    }

    @Test
    void anotherMethodIsToldWhichThereAre() {
        RawAnswer answer = ask("DELETE /v1/things/a HTTP/1.1\r\nHost: localhost");

        assertThat(answer.status()).as(answer.body()).isEqualTo(405);
        assertThat(answer.headers()).containsEntry("allow", "GET, HEAD, POST");
        assertThat(answer.text("code")).isEqualTo("WRONG_METHOD");
    }

    @Test
    void aHeadIsAGetWithoutABody() {
        RawAnswer answer = ask("HEAD /v1/broken HTTP/1.1\r\nHost: localhost");

        assertThat(answer.status()).isEqualTo(500);
        assertThat(ask("HEAD /v1/nowhere HTTP/1.1\r\nHost: localhost").status()).isEqualTo(404);
    }

    @Test
    void anUnknownParameterIsRefusedWithTheOneThatWasMeant() {
        RawAnswer answer = RawHttp.get(server.port(), "/v1/things/a?limt=3");

        assertThat(answer.status()).isEqualTo(400);
        assertThat(answer.text("code")).isEqualTo("UNKNOWN_PARAMETER");
        assertThat(answer.text("detail")).contains("did you mean limit?");
        assertThat(answer.text("field")).isEqualTo("limt");
        assertThat(answer.text("value")).isEqualTo("3");
        assertThat(answer.text("limit")).isEqualTo("limit");
    }

    @Test
    void anUnexpectedFailureRevealsNothing() {
        RawAnswer answer = RawHttp.get(server.port(), "/v1/broken");

        assertThat(answer.status()).isEqualTo(500);
        assertThat(answer.text("code")).isEqualTo("UNEXPECTED");
        assertThat(answer.body()).doesNotContain("secret");
    }

    @Test
    void aStreamIsAnsweredAsEvents() {
        RawAnswer answer = RawHttp.get(server.port(), "/v1/stream");

        assertThat(answer.status()).isEqualTo(200);
        assertThat(answer.headers().get("content-type")).startsWith("text/event-stream");
    }

    @ParameterizedTest
    @ValueSource(strings = {"192.168.1.5", "::", "my-host", "", "Container"})
    void anAddressThatOthersReachIsNotListenedOn(String bind) {
        assertThatThrownBy(() -> ListenSettings.at(bind, 0, 4))
                .isInstanceOf(CodedException.class)
                .hasMessageContaining("console.bind: \"" + bind + "\"")
                .hasMessageContaining("no login")
                .hasMessageContaining("console.bind=container");
    }

    @Test
    void inAContainerTheHostIsCheckedAllTheSame() {
        try (JavalinServer container =
                JavalinServer.open(ListenSettings.at("container", 0, 4), List.of(), SystemTime.ticker())) {
            RawAnswer answer = RawHttp.ask(container.port(), "GET /v1/stats HTTP/1.1\r\nHost: evil.example", "");

            assertThat(answer.text("code")).isEqualTo("WRONG_HOST");
        }
    }

    @Test
    void aTakenPortIsNamed() {
        assertThatThrownBy(() -> JavalinServer.open(
                        ListenSettings.at("loopback", server.port(), 4), List.of(), SystemTime.ticker()))
                .isInstanceOf(CodedException.class)
                .hasMessageContaining("port " + server.port())
                .hasMessageContaining("--console.port");
    }
}
