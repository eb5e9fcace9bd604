package dev.carillon.system.examples;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.carillon.collector.CarillonCollector;
import dev.carillon.examples.EmbeddedScheduler;
import dev.carillon.examples.EmbeddedWorker;
import dev.carillon.kit.embed.EmbeddedRoles;
import dev.carillon.kit.errors.CodedException;
import dev.carillon.kit.errors.KitErrorCode;
import dev.carillon.kit.net.UnusedPort;
import dev.carillon.kit.threads.Threads;
import dev.carillon.kit.time.Eventually;
import dev.carillon.schemas.codec.Kind;
import dev.carillon.schemas.json.RawJson;
import dev.carillon.schemas.record.Outcome;
import dev.carillon.schemas.record.Result;
import dev.carillon.schemas.record.ResultStatus;
import dev.carillon.schemas.schedule.FiringRule;
import dev.carillon.schemas.schedule.Schedule;
import dev.carillon.schemas.work.Retry;
import dev.carillon.schemas.work.Work;
import dev.carillon.system.running.CarillonSystem;
import dev.carillon.system.running.RunningCarillon;
import dev.carillon.trigger.CarillonTrigger;
import dev.carillon.worker.CarillonWorker;
import dev.carillon.worker.handler.TaskFailure;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Starts, runs and ends the roles inside one program. */
@CarillonSystem(services = false)
@Timeout(60)
@SuppressWarnings("try") // The tests close early and twice on purpose.
final class EmbeddedTest {
    /** Some tests have no collector; this one ends their executions, so that the checker finds none open. */
    @AfterAll
    static void endWhatIsOpen(RunningCarillon carillon) {
        carillon.collector().start();
    }

    private record Greeting(String name) {}

    private static String kafka(RunningCarillon carillon) {
        return carillon.brokers().bootstrapServers();
    }

    private static CarillonWorker.Settings worker(RunningCarillon carillon) {
        return CarillonWorker.on(kafka(carillon)).namespace(carillon.names().namespace());
    }

    private static CarillonCollector.Settings collector(RunningCarillon carillon, Path folder) {
        return CarillonCollector.on(kafka(carillon))
                .namespace(carillon.names().namespace())
                .stateDirectory(folder.resolve("collector"));
    }

    private static CarillonTrigger.Settings trigger(RunningCarillon carillon) {
        return CarillonTrigger.on(kafka(carillon))
                .namespace(carillon.names().namespace())
                .zookeeper(carillon.brokers().zooKeeperConnect());
    }

    @Test
    void fifteenLinesOfSchedulerAndOfWorkerFireRetryAndEndTasks(RunningCarillon carillon, @TempDir Path folder)
            throws Exception {
        CommandLine.carillon(carillon, folder, "topics", "create", "--queue", "greetings");
        String namespace = carillon.names().namespace();
        String zookeeper = carillon.brokers().zooKeeperConnect();
        try (EmbeddedRoles scheduler =
                        EmbeddedScheduler.start(kafka(carillon), zookeeper, namespace, folder.resolve("collector"));
                CarillonWorker worker = EmbeddedWorker.start(kafka(carillon), namespace);
                CarillonWorker flaky = worker(carillon)
                        .handle("flaky", task -> {
                            if (task.isLastAttempt()) {
                                return Map.of("attempt", task.attempt());
                            }
                            throw new TaskFailure("NOT_YET", "only the last attempt works");
                        })
                        .start()) {
            Work greet = Work.of("greet", RawJson.parse("\"Ada\"")).withQueue("greetings");
            carillon.apply(Schedule.of("ada", FiringRule.at(inASecondOrTwo(carillon)), greet));
            Retry once = new Retry(1, Duration.ofMillis(100), 2.0, Duration.ofSeconds(1), 0, List.of(), List.of());
            Outcome retried = carillon.awaitOutcome(
                    carillon.submit("flaky", Work.of("flaky", RawJson.NULL).withRetry(once)));

            assertThat(data(carillon.awaitOutcomes("ada", 1).get(0))).isEqualTo("\"hello, Ada\"");
            assertThat(data(retried)).isEqualTo("{\"attempt\":2}");
            assertThat(scheduler.get(CarillonTrigger.class).isLeading()).isTrue();
            assertThat(scheduler.whyNotReady()).isEmpty();
            assertThat(worker.isReady() && flaky.isReady()).isTrue();
        }
    }

    private static Instant inASecondOrTwo(RunningCarillon carillon) {
        return carillon.clock().instant().plusSeconds(2).truncatedTo(ChronoUnit.SECONDS);
    }

    @Test
    void twoWorkersInOneProgramAreIndependent(RunningCarillon carillon) throws Exception {
        LinkedBlockingQueue<String> ran = new LinkedBlockingQueue<>();
        SimpleMeterRegistry meters = new SimpleMeterRegistry();
        CarillonWorker first = worker(carillon)
                .meters(meters)
                .id("first")
                .handle("two", task -> ran.add("first"))
                .start();
        try (CarillonWorker second = worker(carillon)
                .id("second")
                .handle("two", task -> ran.add("second"))
                .start()) {
            assertThat(first.id()).isEqualTo("first");
            assertThat(meters.getMeters()).isNotEmpty();
            first.close();
            first.close();

            carillon.submit("two", Work.of("two", RawJson.NULL));

            assertThat(ran.poll(30, TimeUnit.SECONDS)).isEqualTo("second");
            assertThat(first.isRunning()).isFalse();
            assertThat(second.isRunning()).isTrue();
            second.start();

            first.start();
            second.close();
            carillon.submit("two", Work.of("two", RawJson.NULL));
            assertThat(ran.poll(30, TimeUnit.SECONDS)).isEqualTo("first");
        } finally {
            first.close();
        }
        Eventually.that(
                "no thread of theirs is left", RunningCarillon.SOON, () -> Thread.getAllStackTraces().keySet().stream()
                        .noneMatch(thread -> thread.getName().endsWith("-first")
                                || thread.getName().endsWith("-second")));
    }

    @Test
    void closeLetsWhatRunsEnd(RunningCarillon carillon) throws Exception {
        CountDownLatch started = new CountDownLatch(1);
        CountDownLatch mayEnd = new CountDownLatch(1);
        CarillonWorker worker = worker(carillon)
                .handle("slow", task -> {
                    started.countDown();
                    return mayEnd.await(30, TimeUnit.SECONDS);
                })
                .start();
        Thread waiting = Threads.named("waits-for-the-end", () -> awaitEnd(worker));
        waiting.start();
        carillon.submit("slow", Work.of("slow", RawJson.NULL));
        assertThat(started.await(30, TimeUnit.SECONDS)).isTrue();
        Thread closing = Threads.named("closes", worker::close);
        closing.start();

        mayEnd.countDown();
        closing.join();
        waiting.join();

        assertThat(carillon.watch()
                        .await(
                                "the result",
                                carillon.names().results(),
                                1,
                                RunningCarillon.SOON,
                                record -> record.keyText().startsWith("slow:")
                                        && Kind.RESULT
                                                        .decode(Objects.requireNonNull(record.value()))
                                                        .status()
                                                == ResultStatus.SUCCEEDED))
                .isNotEmpty();
    }

    private static void awaitEnd(CarillonWorker worker) {
        try {
            worker.awaitEnd();
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
    }

    @Test
    void payloadThatDoesNotFitFailsForGood(RunningCarillon carillon) {
        try (CarillonWorker worker = worker(carillon)
                .handle("greet", task -> task.payload(Greeting.class).name())
                .start()) {
            carillon.submit("misfit", Work.of("greet", RawJson.parse("[1]")));

            Result result = carillon
                    .watch()
                    .await("the result", carillon.names().results(), 1, RunningCarillon.SOON, record -> record.keyText()
                            .startsWith("misfit:"))
                    .stream()
                    .map(record -> Kind.RESULT.decode(Objects.requireNonNull(record.value())))
                    .findFirst()
                    .orElseThrow();
            assertThat(worker.isRunning()).isTrue();
            assertThat(result.message()).contains("payload", "does not fit Greeting", "send a payload with its fields");
            assertThat(Objects.requireNonNull(result.task()).work().retry().giveUpOn())
                    .contains(result.code());
        }
    }

    @Test
    void missingTopicsAreSaidWithTheirFix(RunningCarillon carillon, @TempDir Path folder) {
        CarillonWorker.Settings worker = CarillonWorker.on(kafka(carillon)).namespace("nobody");
        assertThatThrownBy(worker::start)
                .isInstanceOfSatisfying(
                        CodedException.class, e -> assertThat(e.code()).isEqualTo(KitErrorCode.TOPICS_NOT_READY))
                .hasMessage("Kafka at " + kafka(carillon)
                        + " has no topics of the namespace nobody; make them with: carillon topics create");
        assertThatThrownBy(() ->
                        EmbeddedRoles.start(worker, collector(carillon, folder).namespace("nobody")))
                .hasMessageContaining("make them with: carillon topics create");
        assertThatThrownBy(() -> worker(carillon).queue("unheard-of").start())
                .hasMessageContaining("carillon topics create --queue unheard-of");
    }

    @Test
    void unreachableServersAreSaidInOneException(RunningCarillon carillon) throws Exception {
        String nowhere = "127.0.0.1:" + UnusedPort.onLoopback();
        assertThatThrownBy(() -> CarillonWorker.on(nowhere)
                        .set("kafka.give-up-after", "0s")
                        .start())
                .isInstanceOfSatisfying(
                        CodedException.class, e -> assertThat(e.code()).isEqualTo(KitErrorCode.KAFKA_UNREACHABLE))
                .hasMessageContaining(nowhere);
        assertThatThrownBy(() -> trigger(carillon)
                        .zookeeper(nowhere)
                        .set("trigger.connect-timeout", "1s")
                        .start())
                .isInstanceOfSatisfying(
                        CodedException.class, e -> assertThat(e.code()).isEqualTo(KitErrorCode.ZOOKEEPER_UNREACHABLE))
                .hasMessageContaining(nowhere);
    }

    private static String data(Outcome outcome) {
        Result last = Objects.requireNonNull(outcome.last());
        return Objects.requireNonNull(last.data()).text();
    }
}
