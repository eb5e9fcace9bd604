package dev.carillon.kit.admin;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.carillon.kit.config.ConfigLoader;
import dev.carillon.kit.errors.CodedException;
import dev.carillon.kit.errors.KitErrorCode;
import dev.carillon.kit.lifecycle.Service;
import dev.carillon.kit.lifecycle.ServiceContract;
import dev.carillon.kit.net.UnusedPort;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class AdminServerTest extends ServiceContract {
    private static final Duration LIMIT = Duration.ofSeconds(10);

    private final HealthChecks health = new HealthChecks();
    private final ProcessMeters meters = new ProcessMeters();
    private final AdminServer server = new AdminServer(AdminConfig.onAnyPort(), health, meters::scrape);
    private final HttpClient client = HttpClient.newHttpClient();

    @AfterEach
    void stop() {
        server.stop(LIMIT);
        meters.close();
    }

    @Override
    protected Service newService() {
        return new AdminServer(AdminConfig.onAnyPort(), health, meters::scrape);
    }

    @Override
    protected Optional<Service> newServiceThatFailsItsFirstStart() throws IOException {
        ServerSocket taken = new ServerSocket(UnusedPort.onLoopback(), 1, InetAddress.getLoopbackAddress());
        AdminServer failing =
                new AdminServer(new AdminConfig("127.0.0.1", taken.getLocalPort()), health, meters::scrape);
        // The port is released once the first start has failed.
        return Optional.of(new ReleasingAfterFirstStart(failing, taken));
    }

    @Test
    void defaultsArePinned() {
        assertThat(ConfigLoader.of(AdminConfig.class).load().get(AdminConfig.class))
                .isEqualTo(new AdminConfig("127.0.0.1", 0));
    }

    @Test
    void livezAnswersAlive() throws Exception {
        server.start();
        assertThat(get("/livez")).satisfies(reply -> {
            assertThat(reply.statusCode()).isEqualTo(200);
            assertThat(reply.body()).isEqualTo("alive\n");
        });
    }

    @Test
    void readyzListsWhatIsNotReadyAndWhy() throws Exception {
        health.add("catalogue", () -> Health.good("1,000 schedules read"));
        health.add("kafka", () -> Health.bad("no broker answers at 127.0.0.1:9092"));
        health.add("odd", () -> {
            throw new IOException("lost");
        });
        server.start();
        assertThat(get("/readyz")).satisfies(reply -> {
            assertThat(reply.statusCode()).isEqualTo(503);
            assertThat(reply.body())
                    .isEqualTo("not ready\nok   catalogue: 1,000 schedules read\nFAIL kafka: no broker answers at"
                            + " 127.0.0.1:9092\nFAIL odd: the check itself failed: java.io.IOException: lost\n");
        });
        health.remove("kafka");
        health.remove("odd");
        assertThat(get("/readyz").statusCode()).isEqualTo(200);
    }

    @Test
    void readinessFollowsTheServiceItself() throws Exception {
        health.add("admin", HealthCheck.running(server));
        server.start();
        assertThat(get("/readyz").body()).isEqualTo("ready\nok   admin: admin is RUNNING\n");
    }

    @Test
    void metricsAreInPrometheusTextFormat() throws Exception {
        meters.registry().counter("carillon.sample").increment(3);
        server.start();
        HttpResponse<String> reply = get("/metrics");
        assertThat(reply.headers().firstValue("Content-Type")).contains("text/plain; version=0.0.4; charset=utf-8");
        assertThat(reply.body())
                .contains("carillon_sample_total 3.0")
                .contains("jvm_memory_used_bytes", "jvm_threads_live_threads", "process_cpu_usage", "process_uptime");
    }

    @Test
    void headHasTheSameHeadersAndNoBody() throws Exception {
        server.start();
        HttpResponse<String> reply = send(request("/livez").method("HEAD", HttpRequest.BodyPublishers.noBody()));
        assertThat(reply.statusCode()).isEqualTo(200);
        assertThat(reply.headers().firstValue("Content-Length")).contains("6");
        assertThat(reply.body()).isEmpty();
    }

    @Test
    void unknownPathIsAnsweredWithTheKnownOnes() throws Exception {
        server.start();
        for (String path : new String[] {"/", "/livez/", "/metrics/../x", "/%00", "/" + "x".repeat(5_000)}) {
            HttpResponse<String> reply = get(path);
            assertThat(reply.statusCode()).as(path).isEqualTo(404);
            assertThat(reply.body()).isEqualTo("there is no such page; there are /livez, /metrics, /readyz\n");
        }
    }

    @Test
    void writingIsRefused() throws Exception {
        server.start();
        HttpResponse<String> reply =
                send(request("/livez").POST(HttpRequest.BodyPublishers.ofString("x".repeat(1_000))));
        assertThat(reply.statusCode()).isEqualTo(405);
        assertThat(reply.headers().firstValue("Allow")).contains("GET, HEAD");
    }

    @Test
    void pageThatThrowsIsAnsweredWithTheFailure() throws Exception {
        AdminServer broken = new AdminServer(AdminConfig.onAnyPort(), health, () -> {
            throw new IllegalStateException("no metrics today");
        });
        broken.start();
        try {
            URI uri = URI.create("http://127.0.0.1:" + broken.port() + "/metrics");
            HttpResponse<String> reply = send(HttpRequest.newBuilder(uri).GET());
            assertThat(reply.statusCode()).isEqualTo(500);
            assertThat(reply.body()).contains("no metrics today");
        } finally {
            broken.stop(LIMIT);
        }
    }

    @Test
    void takenPortIsNamedWithTheFix() throws Exception {
        try (ServerSocket taken = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            AdminServer second =
                    new AdminServer(new AdminConfig("127.0.0.1", taken.getLocalPort()), health, meters::scrape);
            assertThatThrownBy(second::start).isInstanceOfSatisfying(CodedException.class, thrown -> {
                assertThat(thrown.code()).isEqualTo(KitErrorCode.PORT_TAKEN);
                assertThat(thrown)
                        .hasMessageContaining("port " + taken.getLocalPort() + " on 127.0.0.1 is taken")
                        .hasMessageContaining("--admin.port");
            });
        }
    }

    @Test
    void addressOfAnotherMachineIsACodedError() {
        for (String host : new String[] {"192.0.2.1", "no-such-host.invalid"}) {
            AdminServer elsewhere = new AdminServer(new AdminConfig(host, 0), health, meters::scrape);
            assertThatThrownBy(elsewhere::start)
                    .isInstanceOfSatisfying(CodedException.class, thrown -> assertThat(thrown.code())
                            .isEqualTo(KitErrorCode.ADDRESS_UNUSABLE))
                    .hasMessageContaining(host)
                    .hasMessageContaining("--admin.host");
        }
    }

    private HttpResponse<String> get(String path) throws Exception {
        return send(request(path).GET());
    }

    private HttpRequest.Builder request(String path) {
        return HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + server.port() + path));
    }

    private HttpResponse<String> send(HttpRequest.Builder request) throws Exception {
        return client.send(request.timeout(LIMIT).build(), HttpResponse.BodyHandlers.ofString());
    }

    /** Frees the taken port after the first start. */
    private static final class ReleasingAfterFirstStart implements Service {
        private final AdminServer inner;
        private final ServerSocket taken;

        private ReleasingAfterFirstStart(AdminServer inner, ServerSocket taken) {
            this.inner = inner;
            this.taken = taken;
        }

        @Override
        public String name() {
            return inner.name();
        }

        @Override
        public void start() throws Exception {
            try {
                inner.start();
            } finally {
                taken.close();
            }
        }

        @Override
        public void stop(Duration within) {
            inner.stop(within);
        }

        @Override
        public dev.carillon.kit.lifecycle.ServiceState state() {
            return inner.state();
        }
    }
}
