package dev.carillon.worker.handler;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import dev.carillon.kit.threads.Threads;
import dev.carillon.schemas.error.ContractException;
import dev.carillon.schemas.json.RawJson;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

final class HttpTaskTest {
    private final Map<String, String> seen = new ConcurrentHashMap<>();
    private final CountDownLatch release = new CountDownLatch(1);
    private final ExecutorService threads = Executors.newCachedThreadPool(Threads.factory("http-test"));
    private final HttpHandler handler = new HttpHandler(true);
    private HttpServer server = newServer();

    private static HttpServer newServer() {
        try {
            return HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        } catch (IOException e) {
            throw new IllegalStateException(e);
        }
    }

    @BeforeEach
    void serve() {
        server.setExecutor(threads);
        server.createContext("/echo", exchange -> {
            exchange.getRequestHeaders().forEach((name, values) -> seen.put(name, values.get(0)));
            seen.put("method", exchange.getRequestMethod());
            answer(exchange, 200, new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8));
        });
        server.createContext("/status", exchange -> {
            exchange.getResponseHeaders().add("Retry-After", "17");
            exchange.getResponseHeaders().add("Location", "/echo");
            answer(exchange, Integer.parseInt(exchange.getRequestURI().getQuery()), "sorry");
        });
        server.createContext("/large", exchange -> answer(exchange, 200, "\"x".repeat(1_000_000)));
        server.createContext("/slow", exchange -> {
            exchange.sendResponseHeaders(200, 1_000);
            exchange.getResponseBody().write('a');
            exchange.getResponseBody().flush();
            try {
                assertThat(release.await(30, TimeUnit.SECONDS)).isTrue();
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
            exchange.close();
        });
        server.start();
    }

    @AfterEach
    void stop() {
        release.countDown();
        server.stop(0);
        threads.shutdownNow();
    }

    private static void answer(HttpExchange exchange, int status, String body) throws IOException {
        byte[] bytes = body.getBytes(StandardCharsets.UTF_8);
        exchange.sendResponseHeaders(status, bytes.length == 0 ? -1 : bytes.length);
        if (bytes.length > 0) {
            exchange.getResponseBody().write(bytes);
        }
        exchange.close();
    }

    private String url(String path) {
        return "http://127.0.0.1:" + server.getAddress().getPort() + path;
    }

    private RawJson call(TestContext context) throws Throwable {
        try {
            return handler.start(context).toCompletableFuture().get(20, TimeUnit.SECONDS);
        } catch (ExecutionException e) {
            throw e.getCause();
        }
    }

    private RawJson call(String payload) throws Throwable {
        return call(new TestContext("http", payload));
    }

    @Test
    void requestSaysWhatItIsFor() throws Throwable {
        RawJson data = call("{\"url\":\"" + url("/echo") + "\",\"body\":{\"a\":1},\"headers\":{\"X-Mine\":\"yes\"}}");
        assertThat(data.text()).isEqualTo("{\"status\":200,\"body\":\"{\\\"a\\\":1}\"}");
        assertThat(seen)
                .containsEntry("method", "POST")
                .containsEntry("X-mine", "yes")
                .containsEntry("Content-type", "application/json")
                .containsEntry("Idempotency-key", "job:2026-11-18T05:59:59.999Z~testmark")
                .containsEntry("Carillon-task-id", "job")
                .containsEntry("Carillon-attempt", "1")
                .containsEntry("Carillon-nominal-time", "2026-11-18T06:00:00Z")
                .containsKey("Carillon-deadline");
    }

    @ParameterizedTest
    @CsvSource({"302,HTTP_3XX", "404,HTTP_4XX", "503,HTTP_5XX"})
    void answerThatIsNoSuccessFailsTheAttempt(int status, String code) {
        assertThatThrownBy(() -> call("{\"url\":\"" + url("/status?" + status) + "\"}"))
                .isInstanceOfSatisfying(
                        TaskFailure.class, failure -> assertThat(failure.code()).isEqualTo(code))
                .hasMessageContaining("answered " + status)
                .hasMessageContaining("17")
                .hasMessageContaining("sorry");
    }

    @Test
    void statusThatIsExpectedIsASuccess() throws Throwable {
        assertThat(call("{\"url\":\"" + url("/status?404") + "\",\"expect\":[404]}")
                        .text())
                .contains("404");
    }

    @Test
    void largeAnswerIsCut() throws Throwable {
        RawJson data = call("{\"url\":\"" + url("/large") + "\"}");
        assertThat(data.length()).isLessThanOrEqualTo(64 * 1024);
        assertThat(data.text()).endsWith("\"truncated\":true}");
    }

    @Test
    void bodyThatNeverEndsIsGivenUpWhenTheAttemptIsCancelled() throws Exception {
        TestContext context = new TestContext("http", "{\"url\":\"" + url("/slow") + "\"}");
        CompletableFuture<RawJson> answer = handler.start(context).toCompletableFuture();
        assertThat(context.cancelled().raise()).isTrue();
        assertThatThrownBy(() -> answer.get(10, TimeUnit.SECONDS)).isInstanceOf(ExecutionException.class);
    }

    @Test
    void serverThatIsNotThereIsUnreachable() {
        int port = server.getAddress().getPort();
        server.stop(0);
        assertThatThrownBy(() -> call("{\"url\":\"http://127.0.0.1:" + port + "/\"}"))
                .isInstanceOfSatisfying(
                        TaskFailure.class, failure -> assertThat(failure.code()).isEqualTo("HTTP_UNREACHABLE"));
        server = newServer();
        server.start();
    }

    @Test
    void privateAddressIsNotCalledWhereThatIsForbidden() {
        HttpHandler careful = new HttpHandler(false);
        assertThatThrownBy(() -> careful.start(
                        new TestContext("http", "{\"url\":\"" + url("/echo") + "\"}", Duration.ofSeconds(5))))
                .isInstanceOfSatisfying(TaskFailure.class, failure -> {
                    assertThat(failure.code()).isEqualTo("HTTP_FORBIDDEN_ADDRESS");
                    assertThat(failure.isRetryable()).isFalse();
                });
        assertThat(seen).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{}",
                "1",
                "{\"url\":\"file:///etc/passwd\"}",
                "{\"url\":\"http://\"}",
                "{\"url\":\"http://user:secret@host/\"}",
                "{\"url\":\"http://host/\",\"method\":\"GET /\"}",
                "{\"url\":\"http://host/\",\"expect\":[99]}",
                "{\"url\":\"http://host/\",\"headers\":[]}",
                "{\"url\":\"http://host/\",\"headers\":{\"Host\":\"other\"}}",
                "{\"url\":\"http://host/\",\"headers\":{\"X\":\"a\\nb\"}}"
            })
    void payloadThatCannotBeUsedIsRefused(String payload) {
        assertThatThrownBy(() -> call(payload)).isInstanceOf(ContractException.class);
    }
}
