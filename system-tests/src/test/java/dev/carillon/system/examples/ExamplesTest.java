package dev.carillon.system.examples;

import static org.assertj.core.api.Assertions.assertThat;

import dev.carillon.examples.AllRoles;
import dev.carillon.examples.HttpTarget;
import dev.carillon.examples.KafkaOutcomes;
import dev.carillon.kit.embed.EmbeddedRoles;
import dev.carillon.kit.time.Eventually;
import dev.carillon.schemas.json.RawJson;
import dev.carillon.schemas.key.ExecutionKey;
import dev.carillon.schemas.record.Outcome;
import dev.carillon.schemas.record.OutcomeStatus;
import dev.carillon.schemas.work.Work;
import dev.carillon.system.running.CarillonSystem;
import dev.carillon.system.running.NeedsKcat;
import dev.carillon.system.running.NeedsPythonClient;
import dev.carillon.system.running.RunningCarillon;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Runs every example unchanged against one system, which the example with all roles in one process starts. */
@CarillonSystem(services = false, checkedAtTheEnd = false)
@Timeout(60)
final class ExamplesTest {
    private static final List<String> SCHEDULES =
            List.of("nightly-report", "heartbeat", "new-year", "flaky", "end-of-month");
    private static final Pattern BLANK_LINE = Pattern.compile("\\n\\n");

    private static @Nullable EmbeddedRoles roles;

    @BeforeAll
    static void startAllRoles(RunningCarillon carillon, @TempDir Path folder) throws IOException {
        assertThat(CommandLine.carillon(
                        carillon, folder, "topics", "create", "--queue", "greetings", "--queue", "python"))
                .contains("created " + carillon.names().namespace() + ".released.greetings");
        roles = AllRoles.start(
                carillon.brokers().bootstrapServers(),
                carillon.brokers().zooKeeperConnect(),
                carillon.names().namespace(),
                Files.createDirectory(folder.resolve("collector")));
    }

    /** Checks all executions of the class, those of the Python worker included. */
    @AfterAll
    static void checkAndEnd(RunningCarillon carillon) {
        try (EmbeddedRoles ended = Objects.requireNonNull(roles)) {
            SCHEDULES.forEach(carillon::delete);
            assertThat(ended.whyNotReady()).isEmpty();
            carillon.awaitCleanReport();
        }
    }

    private static Work greetings(String type, String payload) {
        return Work.of(type, RawJson.parse(payload)).withQueue("greetings");
    }

    private static String dataOf(Outcome outcome) {
        return Objects.requireNonNull(Objects.requireNonNull(outcome.last()).data())
                .text();
    }

    @Test
    void handlerInJavaChargesOnceAndRefusesWhatNoRetryCanMend(RunningCarillon carillon) {
        ExecutionKey good = carillon.submit("charge", greetings("charge", "{\"account\":\"ada\",\"cents\":500}"));
        ExecutionKey bad = carillon.submit("charge", greetings("charge", "{\"account\":\"ada\",\"cents\":0}"));

        assertThat(dataOf(carillon.awaitOutcome(good))).contains("\"cents\":500", "\"first\":true");
        Outcome refused = carillon.awaitOutcome(bad);
        assertThat(refused.status()).isEqualTo(OutcomeStatus.FAILED);
        assertThat(refused.attempts()).isEqualTo(1);
        assertThat(Objects.requireNonNull(refused.last()).code()).isEqualTo("BAD_AMOUNT");
    }

    @Test
    void schedulesApplyRunAndReachTheHttpTarget(RunningCarillon carillon, @TempDir Path folder) throws Exception {
        try (HttpTarget target = new HttpTarget(0)) {
            String yaml = Files.readString(ExampleFolder.file("schedules/schedules.yaml"));
            Path file = Files.writeString(
                    folder.resolve("schedules.yaml"), yaml.replace("127.0.0.1:8080", "127.0.0.1:" + target.port()));

            String output = CommandLine.carillon(carillon, folder, "schedule", "apply", "-f", file.toString());

            assertThat(output.lines().map(line -> line.split(" ", 2)[0])).containsExactlyElementsOf(SCHEDULES);
            assertThat(output.lines()).allMatch(line -> line.contains(" created, next fires at "));
            List<ExecutionKey> runs = SCHEDULES.stream().map(carillon::runNow).toList();
            assertThat(runs.stream().map(carillon::awaitOutcome))
                    .allMatch(outcome -> outcome.status() == OutcomeStatus.SUCCEEDED)
                    .extracting(Outcome::attempts)
                    .containsExactly(1, 1, 1, 3, 1);
            assertThat(target.done()).containsExactly(runs.get(0).toString());
            assertThat(dataOf(carillon.awaitOutcome(runs.get(1)))).contains("still here");
        }
    }

    @Test
    void consumerInJavaTellsWhatBecameOfATask(RunningCarillon carillon) {
        ExecutionKey key = carillon.submit("greet-ada", greetings("greet", "{}"));
        try (KafkaOutcomes outcomes = new KafkaOutcomes(
                carillon.brokers().bootstrapServers(), carillon.names().namespace(), "outcomes-of-a-test")) {
            List<String> printed = new ArrayList<>();
            Eventually.that("the consumer prints the outcome", RunningCarillon.SOON, () -> {
                outcomes.poll(outcome -> printed.add(KafkaOutcomes.text(outcome)));
                return printed.contains(key + " SUCCEEDED after 1 attempts");
            });
        }
    }

    @Test
    @NeedsPythonClient
    void pythonProducesTasksRunsThemAndFollowsTheirOutcomes(RunningCarillon carillon, @TempDir Path folder)
            throws Exception {
        try (ForeignProgram worker = ForeignProgram.python(ExampleFolder.file("python/worker.py"), carillon, folder)) {
            try (ForeignProgram producer =
                    ForeignProgram.python(ExampleFolder.file("python/producer.py"), carillon, folder)) {
                assertThat(producer.lines())
                        .singleElement()
                        .asString()
                        .matches("submitted thumbnail, preview:[0-9T:-]+\\.[0-9]{9}Z~[a-z2-7]{8}, flaky-thumbnail,"
                                + " invoice-4711:2026-11-18T06:00:00Z");
            }

            Outcome thumbnail = carillon.awaitOutcomes("thumbnail", 1).get(0);
            assertThat(dataOf(thumbnail)).isEqualTo("{\"pixels\": 307200}");
            assertThat(thumbnail.key().toString()).contains("~python.normal-");
            Outcome preview = carillon.awaitOutcomes("preview", 1).get(0);
            assertThat(dataOf(preview)).isEqualTo("{\"pixels\": 768}");
            assertThat(preview.key().execTime().isFresh()).isTrue();
            Outcome flaky = carillon.awaitOutcomes("flaky-thumbnail", 1).get(0);
            assertThat(flaky.status()).as(worker.output()).isEqualTo(OutcomeStatus.SUCCEEDED);
            assertThat(flaky.attempts()).isEqualTo(2);
            assertThat(dataOf(carillon.awaitOutcomes("invoice-4711", 1).get(0))).contains("ordered from Python");

            try (ForeignProgram consumer =
                    ForeignProgram.python(ExampleFolder.file("python/consumer.py"), carillon, folder, "COUNT=4")) {
                assertThat(consumer.lines()).hasSize(4).allMatch(line -> line.contains(" after "));
            }
            assertThat(worker.isAlive()).as(worker.output()).isTrue();
        }
    }

    @Test
    @NeedsKcat
    void kcatDoesWhatItsOneLinersSay(RunningCarillon carillon, @TempDir Path folder) throws Exception {
        List<String> blocks = BLANK_LINE
                .splitAsStream(Files.readString(ExampleFolder.file("kcat/one-liners.sh"))
                        .strip())
                .toList();
        for (String block : blocks.subList(1, 6)) {
            run(block, carillon, folder);
        }
        for (String taskId : List.of("hello", "invoice-1", "second-try", "tick")) {
            Outcome outcome = carillon.awaitOutcomes(taskId, 1).get(0);
            assertThat(outcome.status()).as(taskId).isEqualTo(OutcomeStatus.SUCCEEDED);
        }
        assertThat(run(blocks.get(6), carillon, folder))
                .anyMatch(line -> line.contains("hello from kcat"))
                .filteredOn(line -> line.startsWith("invoice-1:"))
                .hasSize(1);
        run(blocks.get(7), carillon, folder);
        assertThat(run(blocks.get(8), carillon, folder)).anyMatch(line -> line.contains("\"types\":["));
        run(blocks.get(9), carillon, folder);
        assertThat(blocks).hasSize(10);
    }

    private static List<String> run(String block, RunningCarillon carillon, Path folder) throws Exception {
        try (ForeignProgram shell = ForeignProgram.shell(block, carillon, folder)) {
            return shell.lines();
        }
    }
}
