package dev.carillon.system.compose;

import static org.assertj.core.api.Assertions.assertThat;

import dev.carillon.kit.stop.ExitCode;
import dev.carillon.kit.time.Eventually;
import dev.carillon.system.compose.Stage.Actor;
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

/** What the compose file says, done as far as it can be without a container engine. */
@CarillonSystem(services = false, checkedAtTheEnd = false)
final class RehearsalTest {
    /** A starved machine takes a minute to start a JVM; nothing that works waits for it. */
    private static final Duration PATIENCE = Duration.ofMinutes(2);

    private final ComposeFile compose;
    private final RunningCarillon carillon;
    private static final List<String> ROLES = List.of("trigger", "worker", "collector", "console");
    private final Map<String, Actor> actors = new LinkedHashMap<>();

    @TempDir
    @SuppressWarnings("NullAway.Init") // Set by JUnit.
    private Path folder;

    private Stage stage;

    @SuppressWarnings("NullAway.Init") // The folder comes later.
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
        actors.values().forEach(actor -> actor.process().close());
    }

    @Test
    void everyServiceStartsBecomesHealthyWorksAndStopsInTime() throws Exception {
        ROLES.forEach(this::startWithWhatItNeeds);
        for (String role : ROLES) {
            Actor actor = actor(role);
            Eventually.that(role + " is healthy", PATIENCE, () -> {
                if (!actor.process().isAlive()) {
                    throw new AssertionError(
                            role + " has ended:\n" + actor.process().lastSaid());
                }
                return stage.isHealthy(actor);
            });
        }
        try (HttpBell bell = new HttpBell(Duration.ZERO)) {
            String payload = bell.ring().payload().text();
            Actor client = stage.start(
                    compose.service("client"), "submit", "http", "--payload", payload, "--wait", "-o", "json");
            actors.put("client", client);
            assertThat(client.process().awaitExit(PATIENCE))
                    .as(client.process().lastSaid())
                    .isZero();
            assertThat(client.process().lastSaid()).contains("SUCCEEDED");
            assertThat(bell.calls()).isEqualTo(1);
        }
        for (String role : ROLES) {
            actor(role).process().terminate();
        }
        for (String role : ROLES) {
            Actor actor = actor(role);
            assertThat(actor.process().awaitExit(actor.service().gracePeriod()))
                    .as(role + " said last:\n" + actor.process().lastSaid())
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

    private Actor actor(String name) {
        return Objects.requireNonNull(actors.get(name), name);
    }

    /** How the image spells the broker's settings as variables; none of ours has an underscore or a hyphen. */
    private static String brokerSetting(String variable) {
        return variable.substring("KAFKA_".length()).toLowerCase(Locale.ROOT).replace('_', '.');
    }

    /** As Compose does it: first what it depends on, until that is as it has to be. */
    private void startWithWhatItNeeds(String name) {
        if (actors.containsKey(name)) {
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
                default -> actors.put(name, stage.start(service));
            }
            if (service.isOurs() && service.endsByItself()) {
                Actor actor = actor(name);
                assertThat(actor.process().awaitExit(PATIENCE))
                        .as(name + " said last:\n" + actor.process().lastSaid())
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
