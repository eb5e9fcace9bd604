package dev.carillon.system.scenario;

import static org.assertj.core.api.Assertions.assertThat;

import dev.carillon.kit.net.UnusedPort;
import dev.carillon.system.running.ChildProcess;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** In a pod beside a service named {@code carillon}, Kubernetes sets variables that begin with CARILLON_. */
@Timeout(120)
class UnknownVariablesTest {
    private static final Duration AT_MOST = Duration.ofSeconds(60);
    private static final Map<String, String> OF_THE_SERVICE = Map.of(
            "CARILLON_SERVICE_HOST", "10.0.0.1",
            "CARILLON_SERVICE_PORT", "8080",
            "CARILLON_PORT", "tcp://10.0.0.1:8080",
            "CARILLON_PORT_8080_TCP_ADDR", "10.0.0.1");

    @Test
    void aRoleStartsAndWarnsOnceInItsLog() throws Exception {
        String nowhere = "127.0.0.1:" + UnusedPort.onLoopback();
        try (ChildProcess process =
                start("run", "worker", "--bootstrap", nowhere, "--admin.port=0", "--exit-if-unreachable")) {
            // It started as far as connecting to Kafka, which is not there.
            process.await("KAFKA_UNREACHABLE");
            assertThat(process.awaitExit(AT_MOST)).isEqualTo(4);
            assertThat(process.allOutput().lines().filter(line -> line.contains("CARILLON_SERVICE_HOST")))
                    .singleElement()
                    .asString()
                    .contains("WARN", "CARILLON_PORT_8080_TCP_ADDR", "[CONFIG_UNKNOWN_KEY]");
        }
    }

    @Test
    void aCommandAnswersAsIfTheyWereNotThere() throws Exception {
        try (ChildProcess process = start("version")) {
            process.await("carillon ");
            assertThat(process.awaitExit(AT_MOST)).isZero();
        }
        try (ChildProcess process = start("config", "show", "-o", "json")) {
            process.await("{\"key\":\"kafka.bootstrap-servers\"");
            assertThat(process.awaitExit(AT_MOST)).isZero();
        }
    }

    private static ChildProcess start(String... words) throws IOException {
        List<String> command = ChildProcess.java("-Xmx128m");
        command.add("dev.carillon.standalone.Carillon");
        command.addAll(List.of(words));
        ProcessBuilder builder = new ProcessBuilder(command);
        builder.environment().keySet().removeIf(variable -> variable.startsWith("CARILLON_"));
        builder.environment().putAll(OF_THE_SERVICE);
        return ChildProcess.start(builder);
    }
}
