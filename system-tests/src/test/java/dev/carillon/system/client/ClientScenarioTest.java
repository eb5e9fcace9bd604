package dev.carillon.system.client;

import static org.assertj.core.api.Assertions.assertThat;

import dev.carillon.cli.CommandLineInterface;
import dev.carillon.cli.frame.CommandEnvironment;
import dev.carillon.cli.terminal.Terminal;
import dev.carillon.cli.terminal.TerminalBuilder;
import dev.carillon.client.CarillonClient;
import dev.carillon.client.event.Subscription;
import dev.carillon.client.log.KafkaConnector;
import dev.carillon.client.submit.Submission;
import dev.carillon.kit.kafka.KafkaConfig;
import dev.carillon.schemas.json.RawJson;
import dev.carillon.schemas.key.ExecutionKey;
import dev.carillon.schemas.key.FreshKeys;
import dev.carillon.schemas.record.Outcome;
import dev.carillon.schemas.record.OutcomeStatus;
import dev.carillon.schemas.schedule.FiringRule;
import dev.carillon.schemas.schedule.Schedule;
import dev.carillon.schemas.state.ExecutionState;
import dev.carillon.schemas.work.SkipReason;
import dev.carillon.schemas.work.SkippedRange;
import dev.carillon.schemas.work.Work;
import dev.carillon.standalone.program.CarillonProgram;
import dev.carillon.system.running.CarillonSystem;
import dev.carillon.system.running.RunningCarillon;
import java.io.InputStream;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.temporal.ChronoUnit;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Runs the examples of the client's page, and further calls, against a running system. */
@CarillonSystem
@Timeout(120)
final class ClientScenarioTest {
    private static final Duration SOON = Duration.ofSeconds(30);

    private static CarillonClient connect(RunningCarillon carillon) {
        return CarillonClient.connect(KafkaConfig.at(carillon.brokers().bootstrapServers()), carillon.names());
    }

    @Test
    void examplesOfThePageWork(RunningCarillon carillon) throws InterruptedException {
        try (CarillonClient client = connect(carillon)) {
            BlockingQueue<String> screen = new LinkedBlockingQueue<>();
            try (Subscription subscription = ClientExamples.listen(client, screen)) {
                assertThat(ClientExamples.submitAndAwait(client).status()).isEqualTo(OutcomeStatus.SUCCEEDED);
                assertThat(screen.poll(SOON.toSeconds(), TimeUnit.SECONDS)).startsWith("bell:");
                assertThat(subscription.failed()).isZero();
            }
            assertThat(ClientExamples.submitMany(client))
                    .hasSize(100)
                    .allSatisfy((key, outcome) -> assertThat(outcome.status()).isEqualTo(OutcomeStatus.SUCCEEDED));
            ExecutionKey far = client.submit(Submission.of("ring").after(Duration.ofHours(1)));
            assertThat(ClientExamples.statusAndCancel(client, far)).startsWith("PENDING: ");
            assertThat(client.await(far, SOON).status()).isEqualTo(OutcomeStatus.CANCELLED);
            assertThat(client.status(far).orElseThrow().state()).isEqualTo(ExecutionState.CANCELLED);
        }
    }

    @Test
    void sameKeyFromClientAndCommandLineRunsOnceAndHasOneOutcome(RunningCarillon carillon, @TempDir Path folder) {
        try (CarillonClient client = connect(carillon)) {
            ExecutionKey key = ClientExamples.submitOnce(client);
            assertThat(typed(carillon, folder, "submit", "ring", "--id", key.toString()))
                    .isZero();
            assertThat(client.await(key, SOON).status()).isEqualTo(OutcomeStatus.SUCCEEDED);
            assertThat(typed(carillon, folder, "submit", "ring", "--id", key.toString()))
                    .isZero();
            // When a later execution at the same home has ended, all records before it have been processed.
            ExecutionKey behind = behind(key, carillon.partitions());
            client.submit(Submission.of("ring").key(behind));
            client.await(behind, SOON);
            assertThat(carillon.bells().runsOf(key.toString())).hasSize(1);
            assertThat(carillon.awaitOutcomes("invoice-4711", 1)).hasSize(1);
        }
    }

    @Test
    void pastTicksAreMadeUpForAndTheNextOneIsSkipped(RunningCarillon carillon) throws InterruptedException {
        try (CarillonClient client = connect(carillon)) {
            Instant today = carillon.clock().instant().truncatedTo(ChronoUnit.DAYS);
            client.apply(
                    Schedule.of("nightly-report", FiringRule.cron("0 2 * * *", "UTC"), Work.of("ring", RawJson.NULL)));
            BlockingQueue<String> screen = new LinkedBlockingQueue<>();
            Instant from = today.minus(Duration.ofDays(7));
            try (Subscription ends = ClientExamples.makeUp(client, from, today, screen)) {
                assertThat(carillon.awaitOutcomes("nightly-report", 7)).hasSize(7);
                assertThat(screen.poll(SOON.toSeconds(), TimeUnit.SECONDS)).contains("7 instants");
                assertThat(ends.failed()).isZero();
            }
            client.apply(Schedule.of("often", FiringRule.every(Duration.ofSeconds(1)), Work.of("ring", RawJson.NULL)));
            client.skipNext("often", "once");
            assertThat(carillon.awaitOutcomes("often", 5))
                    .extracting(Outcome::skipped)
                    .filteredOn(Objects::nonNull)
                    .extracting(SkippedRange::reason)
                    .containsExactly(SkipReason.REQUESTED);
            client.delete("often");
            client.delete("nightly-report");
        }
    }

    private static ExecutionKey behind(ExecutionKey key, int partitions) {
        int n = 0;
        while (true) {
            ExecutionKey candidate = ExecutionKey.parse("behind-" + n++ + ":2026-11-18T00:00:00Z");
            if (candidate.home(partitions) == key.home(partitions)) {
                return candidate;
            }
        }
    }

    private static int typed(RunningCarillon carillon, Path folder, String... words) {
        Terminal terminal = TerminalBuilder.builder()
                .out(new PrintWriter(new StringWriter()))
                .err(new PrintWriter(new StringWriter()))
                .in(InputStream.nullInputStream())
                .environment(Map.of(
                        "CARILLON_KAFKA_BOOTSTRAP_SERVERS",
                        carillon.brokers().bootstrapServers(),
                        "CARILLON_TOPICS_NAMESPACE",
                        carillon.names().namespace()))
                .home(folder)
                .directory(folder)
                .zone(ZoneOffset.UTC)
                .build();
        return new CommandLineInterface(
                        new CommandEnvironment(
                                terminal, carillon.clock(), new KafkaConnector(), new FreshKeys(carillon.clock())),
                        new CarillonProgram())
                .run(words);
    }
}
