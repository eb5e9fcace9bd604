package dev.carillon.console;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.carillon.console.api.RawAnswer;
import dev.carillon.console.api.RawHttp;
import dev.carillon.console.history.HistoryConfig;
import dev.carillon.kit.admin.Health;
import dev.carillon.kit.errors.CodedException;
import dev.carillon.kit.errors.KitErrorCode;
import dev.carillon.kit.kafka.KafkaClients;
import dev.carillon.kit.kafka.KafkaConfig;
import dev.carillon.kit.lifecycle.ServiceState;
import dev.carillon.kit.time.ManualClock;
import dev.carillon.schemas.topic.TopicNames;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The console as a service without Kafka: its start, its end, and starts that fail. */
@Timeout(120)
final class ConsoleServiceTest {
    private static final Duration STOP = Duration.ofSeconds(20);
    /** Nothing listens on this port of loopback. */
    private static final String NOWHERE = "127.0.0.1:1";

    private final Path dir;
    private final List<ConsoleService> services = new ArrayList<>();

    ConsoleServiceTest(@TempDir Path dir) {
        this.dir = dir;
    }

    @AfterEach
    void stop() {
        services.forEach(service -> service.stop(STOP));
    }

    private ConsoleService service(String bind, int port, String folder) {
        SimpleMeterRegistry meters = new SimpleMeterRegistry();
        KafkaConfig kafka = KafkaConfig.at(NOWHERE)
                .withTimeouts(Duration.ofMillis(500), Duration.ofMillis(200), Duration.ofSeconds(2));
        ConsoleService service = new ConsoleService(
                new ConsoleConfig(bind, port, 4, 10),
                HistoryConfig.DEFAULT.withDir(dir.resolve(folder).toString()),
                new TopicNames("carillon"),
                new KafkaClients(kafka, meters),
                ManualClock.at("2026-11-18T06:00:00Z"),
                meters);
        services.add(service);
        return service;
    }

    private static Health ready(ConsoleService service, String check) {
        try {
            return Objects.requireNonNull(service.readiness().get(check)).check();
        } catch (Exception e) {
            throw new IllegalStateException(e);
        }
    }

    @Test
    void withoutKafkaItServesThePageAndRestAndRefusesWrites() throws Exception {
        ConsoleService service = service("loopback", 0, "a");
        assertThat(service.port()).isZero();
        assertThat(ready(service, "console").ok()).isFalse();

        service.start();

        assertThat(service.port()).isPositive();
        assertThat(ready(service, "console").words()).isEqualTo("page and REST at port " + service.port());
        assertThat(RawHttp.get(service.port(), "/").status()).isEqualTo(200);
        assertThat(RawHttp.get(service.port(), "/v1/schedules").body()).isEqualTo("{\"items\":[]}");
        RawAnswer health = RawHttp.get(service.port(), "/v1/health");
        assertThat(health.text("well")).isEqualTo("false");
        assertThat(health.text("version")).isEqualTo("development");
        RawAnswer write = RawHttp.ask(
                service.port(), "DELETE /v1/settings/routing HTTP/1.1\r\nHost: localhost\r\nContent-Length: 0", "");
        assertThat(write.status()).isEqualTo(503);
        assertThat(write.text("code")).isEqualTo("KAFKA_UNREACHABLE");
    }

    @Test
    void afterAStopNothingListensAndTheHistoryIsFree() throws Exception {
        ConsoleService service = service("loopback", 0, "a");
        service.start();
        int port = service.port();

        service.stop(STOP);

        assertThat(service.state()).isEqualTo(ServiceState.STOPPED);
        assertThat(ready(service, "console").ok()).isFalse();
        assertThatThrownBy(() -> RawHttp.get(port, "/")).hasMessageContaining("refused");
        ConsoleService next = service("loopback", port, "a");
        next.start();
        assertThat(next.port()).isEqualTo(port);
        next.stop(STOP);
        service.start();
        assertThat(RawHttp.get(service.port(), "/v1/health").status())
                .as("it can start again")
                .isEqualTo(200);
    }

    @Test
    void aHistoryThatAnotherConsoleUsesIsNotOpened() throws Exception {
        service("loopback", 0, "a").start();
        ConsoleService second = service("loopback", 0, "a");

        assertThatThrownBy(second::start).isInstanceOfSatisfying(CodedException.class, thrown -> {
            assertThat(thrown.code()).isEqualTo(KitErrorCode.CONFIG_BAD_VALUE);
            assertThat(thrown).hasMessageContaining("console.history.dir");
        });
        assertThat(second.state()).isEqualTo(ServiceState.FAILED);
    }

    @Test
    void aTakenPortFailsTheStartAndReleasesTheHistory() throws Exception {
        ConsoleService first = service("loopback", 0, "a");
        first.start();
        ConsoleService second = service("loopback", first.port(), "b");

        assertThatThrownBy(second::start)
                .isInstanceOfSatisfying(CodedException.class, thrown -> assertThat(thrown.code())
                        .isEqualTo(KitErrorCode.PORT_TAKEN));
        ConsoleService third = service("loopback", 0, "b");
        third.start();
        assertThat(third.state()).isEqualTo(ServiceState.RUNNING);
    }

    @Test
    void anAddressThatOthersReachFailsTheStartBeforeAnythingIsOpened() throws Exception {
        ConsoleService open = service("192.168.0.1", 0, "a");

        assertThatThrownBy(open::start).isInstanceOfSatisfying(CodedException.class, thrown -> assertThat(thrown.code())
                .isEqualTo(KitErrorCode.ADDRESS_UNUSABLE));
        assertThat(dir.resolve("a")).doesNotExist();
        service("loopback", 0, "a").start();
    }
}
