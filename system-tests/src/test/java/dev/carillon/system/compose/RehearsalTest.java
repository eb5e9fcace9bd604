package dev.carillon.system.compose;

import static org.assertj.core.api.Assertions.assertThat;

import dev.carillon.kit.stop.ExitCode;
import dev.carillon.kit.time.Eventually;
import dev.carillon.system.compose.Stage.StartedContainer;
import dev.carillon.system.running.CarillonSystem;
import dev.carillon.system.running.HttpBell;
import dev.carillon.system.running.RunningCarillon;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.ConfigEntry;
import org.apache.kafka.common.config.ConfigResource;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Starts the services of the compose file as child processes, without a container engine. */
@CarillonSystem(services = false, checkedAtTheEnd = false)
final class RehearsalTest {
    /** Long enough for a slow machine, which takes a minute to start a JVM; passing tests wait less. */
    private static final Duration PATIENCE = Duration.ofMinutes(2);

    private final ComposeFile compose;
    private final RunningCarillon carillon;
    private static final List<String> ROLES = List.of("trigger", "worker", "collector", "console");
    private final Map<String, StartedContainer> containers = new LinkedHashMap<>();

    @TempDir
    @SuppressWarnings("NullAway.Init") // Set by JUnit.
    private Path folder;

    private Stage stage;

    @SuppressWarnings("NullAway.Init") // JUnit sets the folder after the constructor.
    RehearsalTest(RunningCarillon carillon) throws IOException {
        this.carillon = carillon;
        compose = ProjectFiles.compose();
    }

    @BeforeEach
    void setTheStage() throws IOException {
        stage = new Stage(ProjectFiles.image(), carillon.brokers(), folder);
    }

    @AfterEach
    void clearTheStage() {
        containers.values().forEach(container -> container.process().close());
    }

    @Test
    void everyServiceStartsBecomesHealthyWorksAndStopsInTime() throws Exception {
        ROLES.forEach(this::startWithWhatItNeeds);
        for (String role : ROLES) {
            StartedContainer container = container(role);
            Eventually.that(role + " is healthy", PATIENCE, () -> {
                if (!container.process().isAlive()) {
                    throw new AssertionError(
                            role + " has ended:\n" + container.process().lastOutput());
                }
                return stage.isHealthy(container);
            });
        }
        try (HttpBell bell = new HttpBell(Duration.ZERO)) {
            String payload = bell.ring().payload().text();
            StartedContainer client = stage.start(
                    compose.service("client"), "submit", "http", "--payload", payload, "--wait", "-o", "json");
            containers.put("client", client);
            assertThat(client.process().awaitExit(PATIENCE))
                    .as(client.process().lastOutput())
                    .isZero();
            assertThat(client.process().lastOutput()).contains("SUCCEEDED");
            assertThat(bell.calls()).isEqualTo(1);
        }
        for (String role : ROLES) {
            container(role).process().terminate();
        }
        for (String role : ROLES) {
            StartedContainer container = container(role);
            assertThat(container.process().awaitExit(container.service().gracePeriod()))
                    .as(role + "; last output:\n" + container.process().lastOutput())
                    .isEqualTo(ExitCode.DONE);
        }
    }

    @Test
    void theBrokerKnowsEverySettingThatItGets() throws Exception {
        try (Admin admin = carillon.clients().admin("rehearsal")) {
            ConfigResource broker = new ConfigResource(ConfigResource.Type.BROKER, "1");
            Set<String> known =
                    admin
                            .describeConfigs(Set.of(broker))
                            .all()
                            .get(PATIENCE.toSeconds(), TimeUnit.SECONDS)
                            .values()
                            .stream()
                            .flatMap(config -> config.entries().stream())
                            .map(ConfigEntry::name)
                            .collect(Collectors.toSet());
            assertThat(compose.service("kafka").environment().keySet().stream()
                            .filter(name -> name.startsWith("KAFKA_") && !name.equals("KAFKA_HEAP_OPTS"))
                            .map(RehearsalTest::brokerSetting))
                    .hasSizeGreaterThan(20)
                    .isSubsetOf(known);
        }
    }

    private StartedContainer container(String name) {
        return Objects.requireNonNull(containers.get(name), name);
    }

    /** The setting of a variable of Kafka's image; no setting used here has an underscore or a hyphen. */
    private static String brokerSetting(String variable) {
        return variable.substring("KAFKA_".length()).toLowerCase(Locale.ROOT).replace('_', '.');
    }

    /** Starts a service as Compose does: after its dependencies meet their conditions. */
    private void startWithWhatItNeeds(String name) {
        if (containers.containsKey(name)) {
            return;
        }
        ComposeService service = compose.service(name);
        service.dependencies().keySet().forEach(this::startWithWhatItNeeds);
        try {
            switch (name) {
                case "kafka" ->
                    awaitBroker(service, "127.0.0.1:9092", carillon.brokers().bootstrapServers());
                case "zookeeper" ->
                    awaitBroker(service, "127.0.0.1:2181", carillon.brokers().zooKeeperConnect());
                default -> containers.put(name, stage.start(service));
            }
            if (service.isOurs() && service.endsByItself()) {
                StartedContainer container = container(name);
                assertThat(container.process().awaitExit(PATIENCE))
                        .as(name + "; last output:\n" + container.process().lastOutput())
                        .isZero();
            }
        } catch (Exception e) {
            throw new AssertionError(name + " can't be started: " + e, e);
        }
    }

    private void awaitBroker(ComposeService service, String inContainer, String here) {
        Eventually.that(service.name() + " is healthy", PATIENCE, () -> stage.isHealthy(service, inContainer, here));
    }
}
