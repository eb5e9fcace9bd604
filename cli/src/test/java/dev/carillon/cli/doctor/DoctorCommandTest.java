package dev.carillon.cli.doctor;

import static org.assertj.core.api.Assertions.assertThat;

import dev.carillon.cli.doctor.fact.ZookeeperFact;
import dev.carillon.cli.frame.ClusterSessions;
import dev.carillon.cli.frame.CommandEnvironment;
import dev.carillon.cli.frame.GlobalOptions;
import dev.carillon.cli.terminal.Terminal;
import dev.carillon.cli.terminal.TerminalBuilder;
import dev.carillon.cli.topics.TopicsConfig;
import dev.carillon.client.log.KafkaConnector;
import dev.carillon.kit.kafka.KafkaConfig;
import dev.carillon.kit.time.ManualClock;
import dev.carillon.schemas.json.Json;
import dev.carillon.schemas.key.FreshKeys;
import java.io.InputStream;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.time.ZoneOffset;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;
import tools.jackson.databind.JsonNode;

/** {@code carillon doctor} where the address of Kafka is none, so that nothing is waited for. */
@Timeout(30)
final class DoctorCommandTest {
    private static final Duration SESSION = Duration.ofSeconds(4);

    private final Path directory;
    private final StringWriter out = new StringWriter();
    private final StringWriter err = new StringWriter();
    private final Map<String, String> environment = new HashMap<>();
    private boolean atTerminal;

    @Nullable
    private String pathRefused;

    DoctorCommandTest(@TempDir Path directory) {
        this.directory = directory;
    }

    private int run(String... words) {
        ManualClock clock = ManualClock.at("2026-11-18T06:00:00Z");
        Terminal terminal = TerminalBuilder.builder()
                .out(new PrintWriter(out))
                .err(new PrintWriter(err))
                .in(InputStream.nullInputStream())
                .outIsTerminal(atTerminal)
                .errIsTerminal(atTerminal)
                .environment(environment)
                .home(directory)
                .directory(directory)
                .zone(ZoneOffset.UTC)
                .build();
        CommandEnvironment outside =
                new CommandEnvironment(terminal, clock, new KafkaConnector(), new FreshKeys(clock));
        GlobalOptions options = new GlobalOptions(outside, List.of(), home -> Optional.empty());
        return new CommandLine(new DoctorCommand(new ClusterSessions(outside, options), config -> target()))
                .execute(words);
    }

    private DoctorTarget target() {
        return DoctorTargetBuilder.builder()
                .kafka(KafkaConfig.at("nonsense"))
                .topics(new TopicsConfig("carillon", 3, 0))
                .zookeeper("zk:2181")
                .zookeeperFact(() -> new ZookeeperFact("zk:2181", SESSION, SESSION, null, "/carillon", pathRefused))
                .workerQueue("default")
                .sessions(Map.of())
                .directories(Map.of())
                .openTolerated(Duration.ofSeconds(15))
                .build();
    }

    @Test
    void aFindingIsItsSeverityReasonCodeAndFix() {
        assertThat(run()).isEqualTo(1);
        assertThat(out.toString().lines())
                .startsWith("Kafka nonsense, namespace carillon, ZooKeeper zk:2181")
                .containsSequence(
                        "✗ broken 'nonsense' is not host:port",
                        "         Every part of Carillon needs Kafka and finds it by this address. [KAFKA_ADDRESS_BAD]",
                        "         fix: list the brokers as host:port, separated by commas: -b"
                                + " kafka-1:9092,kafka-2:9092")
                .contains("✓ ZooKeeper answers at zk:2181; a session of 4s was granted")
                .anyMatch(line -> line.matches("1 broken, \\d+ risky, 0 notes, \\d+ good  \\(.*\\)"));
        assertThat(err.toString()).isEmpty();
    }

    @Test
    void theOtherPartsAreCheckedEvenIfKafkaIsNot() {
        pathRefused = "NoAuth for /carillon";
        assertThat(run()).isEqualTo(1);
        assertThat(out.toString())
                .contains("/carillon in ZooKeeper is not writable: NoAuth for /carillon", "2 broken, ");
    }

    @Test
    void programsGetOneFindingALineAndNothingElse() {
        atTerminal = true;
        assertThat(run("-o", "json")).isEqualTo(1);
        List<JsonNode> findings = out.toString()
                .lines()
                .map(line -> Json.read(line.getBytes(StandardCharsets.UTF_8)))
                .toList();
        assertThat(findings)
                .allMatch(one -> one.has("code") && one.has("severity") && one.has("seen"))
                .anyMatch(one -> one.path("code").asString().equals("KAFKA_ADDRESS_BAD")
                        && one.path("severity").asString().equals("BROKEN"));
        assertThat(err.toString()).isEmpty();
    }

    @Test
    void atATerminalItIsColouredAndSaysWhatItDoes() {
        atTerminal = true;
        run();
        assertThat(out.toString()).contains("\u001b[31m✗ broken \u001b[0m'nonsense'", "\u001b[32m✓\u001b[0m ");
        assertThat(err.toString()).contains("checking this machine, Kafka and ZooKeeper …");
    }

    @Test
    void noColourMeansNoneBesideTheAnswerEither() {
        atTerminal = true;
        environment.put("NO_COLOR", "1");
        run();
        assertThat(out.toString() + err).contains("checking this machine").doesNotContain("\u001b");
    }
}
