package dev.carillon.system.compose;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.carillon.console.ConsoleConfig;
import dev.carillon.kit.config.problem.ConfigException;
import dev.carillon.kit.stop.StopConfig;
import dev.carillon.worker.WorkerConfig;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

final class ComposeFileTest {
    private static final Set<String> ROLES = Set.of("trigger", "worker", "collector");

    private final ComposeFile compose;

    ComposeFileTest() throws IOException {
        compose = ProjectFiles.compose();
    }

    private Stream<ComposeService> services() {
        return compose.services().values().stream();
    }

    private Stream<ComposeService> roles() {
        return ROLES.stream().map(compose::service);
    }

    @Test
    void itHasTheBrokersTheRolesTheTopicsAndAClient() {
        assertThat(compose.services().keySet())
                .containsExactlyInAnyOrder(
                        "kafka", "zookeeper", "topics", "trigger", "worker", "collector", "console", "client");
        assertThat(compose.service("console").command()).containsExactly("run", "console");
        assertThat(roles()).allSatisfy(role -> {
            assertThat(role.command()).containsExactly("run", role.name());
            assertThat(role.replicas()).isEqualTo(2);
        });
        assertThat(compose.service("client").texts("profiles")).isNotEmpty();
        assertThat(services().filter(service -> !service.name().equals("client")))
                .allSatisfy(service -> assertThat(service.texts("profiles")).isEmpty());
    }

    @Test
    void everyServiceHasAHealthCheckOrEndsByItself() {
        assertThat(services().filter(service -> !service.endsByItself()))
                .allSatisfy(service -> assertThat(service.healthCheck()).isNotEmpty());
        assertThat(services().filter(ComposeService::endsByItself).map(ComposeService::name))
                .containsExactlyInAnyOrder("topics", "client");
    }

    @Test
    void everyDependencyIsWaitedForInTheWayItCanBe() {
        assertThat(services()).allSatisfy(service -> service.dependencies().forEach((name, condition) -> {
            boolean ends = compose.service(name).endsByItself();
            assertThat(condition)
                    .as(service.name() + " needs " + name)
                    .isEqualTo(ends ? ComposeService.COMPLETED : ComposeService.HEALTHY);
        }));
        assertThat(roles()).allSatisfy(role -> assertThat(role.dependencies()).containsKeys("kafka", "topics"));
        assertThat(compose.service("trigger").dependencies()).containsKey("zookeeper");
    }

    @Test
    void whatIsScaledHasNeitherANameNorAPortOfItsOwn() {
        assertThat(services())
                .allSatisfy(service ->
                        assertThat(service.definition().has("container_name")).isFalse());
        assertThat(roles()).allSatisfy(role -> {
            assertThat(role.texts("ports")).isEmpty();
            assertThat(role.definition().has("hostname")).isFalse();
            assertThat(namedVolumes(role))
                    .as("volumes that replicas would share")
                    .isEmpty();
        });
    }

    @Test
    void kafkaIsReachableFromHereAndFromTheNetworkOnly() {
        ComposeService kafka = compose.service("kafka");
        assertThat(kafka.texts("ports")).allSatisfy(port -> assertThat(port).startsWith("127.0.0.1:"));
        assertThat(kafka.environment().get("KAFKA_ADVERTISED_LISTENERS"))
                .contains("INTERNAL://kafka:9092")
                .contains("HOST://127.0.0.1:9092");
        assertThat(services().filter(ComposeService::isOurs)).allSatisfy(service -> assertThat(service.environment())
                .containsEntry("CARILLON_KAFKA_BOOTSTRAP_SERVERS", "kafka:9092"));
    }

    @Test
    void anotherPortIsAdvertisedWhereItIsPublished() throws IOException {
        ComposeService kafka = ComposeFile.read(
                        ProjectFiles.of("docker-compose.yml"), Map.of("KAFKA_HOST_PORT", "19092"))
                .service("kafka");
        assertThat(kafka.texts("ports")).containsExactly("127.0.0.1:19092:9094");
        assertThat(kafka.environment().get("KAFKA_ADVERTISED_LISTENERS")).endsWith("HOST://127.0.0.1:19092");
    }

    @Test
    void theConsoleIsPublishedOnThisMachineAlone() throws IOException {
        ComposeService console = compose.service("console");
        assertThat(console.texts("ports")).containsExactly("127.0.0.1:8080:8080");
        ConsoleConfig config = Settings.of(console.environment()).get(ConsoleConfig.class);
        assertThat(config.bind()).isEqualTo("container");
        assertThat(config.port()).isEqualTo(8080);
        assertThat(console.replicas()).as("it has one port and one history").isEqualTo(1);
        assertThat(ComposeFile.read(ProjectFiles.of("docker-compose.yml"), Map.of("CONSOLE_HOST_PORT", "18080"))
                        .service("console")
                        .texts("ports"))
                .containsExactly("127.0.0.1:18080:8080");
    }

    @Test
    void everyNetworkAndVolumeIsDeclared() {
        assertThat(services()).allSatisfy(service -> {
            assertThat(service.texts("networks")).containsExactly("carillon");
            assertThat(compose.networks().has("carillon")).isTrue();
            assertThat(namedVolumes(service))
                    .allSatisfy(
                            volume -> assertThat(compose.volumes().has(volume)).isTrue());
        });
        assertThat(compose.volumes().propertyStream().map(Map.Entry::getKey))
                .allSatisfy(volume -> assertThat(services().flatMap(service -> namedVolumes(service).stream()))
                        .contains(volume));
    }

    @Test
    void noContainerMayMoreThanItNeeds() {
        assertThat(services()).allSatisfy(service -> {
            assertThat(service.texts("cap_drop")).containsExactly("ALL");
            assertThat(service.texts("security_opt")).contains("no-new-privileges:true");
            assertThat(service.definition()
                            .at("/deploy/resources/limits/memory")
                            .asString(""))
                    .matches("\\d+[MG]");
        });
        assertThat(services().filter(ComposeService::isOurs)).allSatisfy(service -> {
            assertThat(service.definition().path("read_only").asBoolean(false)).isTrue();
            assertThat(service.texts("tmpfs")).anyMatch(path -> path.startsWith("/tmp"));
        });
    }

    @Test
    void whoStopsHasTimeToDrain() {
        assertThat(roles()).allSatisfy(role -> {
            var settings = Settings.of(role.environment());
            assertThat(settings.get(StopConfig.class).drain())
                    .isGreaterThan(settings.get(WorkerConfig.class).drain().minusSeconds(1))
                    .isLessThan(role.gracePeriod());
        });
    }

    @Test
    void everyVariableIsASettingThatExistsWithAValueItMayHave() {
        assertThat(services().filter(ComposeService::isOurs)).allSatisfy(service -> {
            assertThat(service.settings()).isEqualTo(service.environment()).isNotEmpty();
            assertThat(Settings.of(service.environment()).warning()).isEmpty();
        });
    }

    @Test
    void aMisspelledVariableAndABadValueAreFound() {
        assertThat(Settings.of(changed("CARILLON_WORKER_CONCURENCY", "5")).warning())
                .hasValueSatisfying(warning -> assertThat(warning).contains("CARILLON_WORKER_CONCURRENCY"));
        assertThatThrownBy(() -> Settings.of(changed("CARILLON_WORKER_CONCURRENCY", "0")))
                .isInstanceOf(ConfigException.class);
    }

    @Test
    void imagesArePinnedAndOursHasTheVersionOfTheProject() throws IOException {
        String version = ProjectFiles.version();
        assertThat(services().map(ComposeService::image))
                .allMatch(image -> image.matches("[a-z/]+:\\d+\\.\\d+\\.\\d+[A-Za-z0-9.-]*"));
        assertThat(services().filter(ComposeService::isOurs).map(ComposeService::image))
                .hasSize(6)
                .allMatch(image -> image.equals("carillon:" + version));
    }

    @Test
    void theOverrideExampleChangesOnlyWhatIsThere() throws IOException {
        for (ComposeFile example : List.of(ProjectFiles.overrideExample(), ProjectFiles.wholeOverrideExample())) {
            assertThat(compose.services().keySet())
                    .containsAll(example.services().keySet());
            ComposeFile both = compose.with(example);
            assertThat(both.services().values().stream().filter(ComposeService::isOurs))
                    .hasSize(6)
                    .allSatisfy(service ->
                            assertThat(Settings.of(service.environment())).isNotNull());
            var worker = Settings.of(both.service("worker").environment()).get(WorkerConfig.class);
            assertThat(worker.shellEnabled()).isTrue();
            assertThat(both.service("worker").replicas()).isEqualTo(3);
        }
    }

    @Test
    void withAKafkaOfOnesOwnNobodyWaitsForOurs() throws IOException {
        ComposeFile both = compose.with(ProjectFiles.wholeOverrideExample());
        assertThat(both.service("kafka").texts("profiles")).isNotEmpty();
        assertThat(both.services().values().stream().filter(ComposeService::isOurs))
                .allSatisfy(service -> {
                    assertThat(service.definition()
                                    .at("/depends_on/kafka/required")
                                    .asBoolean(true))
                            .as(service.name())
                            .isFalse();
                    assertThat(service.settings().get("CARILLON_KAFKA_BOOTSTRAP_SERVERS"))
                            .startsWith("kafka-1:");
                });
    }

    private Map<String, String> changed(String name, String value) {
        Map<String, String> environment =
                new TreeMap<>(compose.service("worker").environment());
        environment.put(name, value);
        return environment;
    }

    private static List<String> namedVolumes(ComposeService service) {
        return service.texts("volumes").stream()
                .filter(volume -> !volume.startsWith("/"))
                .map(volume -> volume.substring(0, volume.indexOf(':')))
                .toList();
    }
}
