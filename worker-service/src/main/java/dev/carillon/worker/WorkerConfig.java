package dev.carillon.worker;

import dev.carillon.kit.config.Key;
import dev.carillon.kit.config.problem.Contradictions;
import io.soabase.recordbuilder.core.RecordBuilder;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** How a worker works. */
@RecordBuilder
@RecordBuilder.Options(inheritComponentAnnotations = false)
public record WorkerConfig(
        @Key(
                name = "worker.id",
                min = "1",
                max = "100",
                reason = "a name that stays the same across restarts; without it, the host's name and a random part")
        @Nullable
        String id,

        @Key(
                name = "worker.queue",
                byDefault = "default",
                min = "1",
                max = "50",
                reason = "which queue's tasks this worker runs")
        String queue,

        @Key(
                name = "worker.concurrency",
                byDefault = "10",
                min = "1",
                max = "10000",
                reason = "how many tasks run at the same time")
        int concurrency,

        @Key(
                name = "worker.buffer",
                byDefault = "1000",
                min = "1",
                max = "100000",
                reason = "how many tasks are fetched ahead; more costs memory and a longer repeat after a crash. Low"
                        + " priority may fill 80 % of it, normal 90 % and high 95 %, so that there is always room"
                        + " for what is more urgent")
        int buffer,

        @Key(
                name = "worker.buffer-megabytes",
                byDefault = "32",
                min = "1",
                max = "10000",
                reason =
                        "how much the tasks that are fetched ahead may take in memory, with the results that wait to be"
                                + " committed; above it nothing is fetched, however few they are")
        int bufferMegabytes,

        @Key(
                name = "worker.hold",
                byDefault = "10000",
                min = "1",
                max = "100000",
                reason = "how many tasks that may start within a minute wait in the worker; of more, those that are due"
                        + " last go to the topic delayed")
        int hold,

        @Key(
                name = "worker.drain",
                byDefault = "30s",
                min = "0s",
                max = "1h",
                reason = "how long a stop waits for running tasks before they are handed back")
        Duration drain,

        @Key(
                name = "worker.session-timeout",
                byDefault = "6s",
                min = "500ms",
                max = "5m",
                reason = "how soon the partitions of a dead worker go to others; brokers allow 6 s and more by default")
        Duration sessionTimeout,

        @Key(
                name = "worker.heartbeat",
                byDefault = "3s",
                min = "100ms",
                max = "1m",
                reason = "how often the worker sends a heartbeat")
        Duration heartbeat,

        @Key(
                name = "worker.weight",
                byDefault = "1",
                min = "0",
                max = "1000000",
                reason = "which share of the tasks it gets where they are routed by weighted-round-robin; 0 is none")
        int weight,

        @Key(
                name = "worker.shell.enabled",
                byDefault = "false",
                reason = "whether tasks of type shell are run: all who may write tasks can then run any program here")
        boolean shellEnabled,

        @Key(
                name = "worker.http.private-addresses",
                byDefault = "true",
                reason = "whether tasks of type http may call loopback, link-local and private addresses")
        boolean httpPrivateAddresses) {

    private static final long BYTES_A_MEGABYTE = 1_048_576;

    public WorkerConfig {
        new Contradictions()
                .when(
                        !queue.matches("[a-z0-9-]{1,50}"),
                        List.of("worker.queue"),
                        "is not a valid queue name",
                        "Use a-z, 0-9 and hyphen, at most 50 of them")
                .check();
    }

    long bufferBytes() {
        return bufferMegabytes * BYTES_A_MEGABYTE;
    }

    /** The defaults, for tests and embedded use. */
    public static WorkerConfig defaults() {
        return WorkerConfigBuilder.builder()
                .queue("default")
                .concurrency(10)
                .buffer(1_000)
                .bufferMegabytes(32)
                .hold(10_000)
                .drain(Duration.ofSeconds(30))
                .sessionTimeout(Duration.ofSeconds(6))
                .heartbeat(Duration.ofSeconds(3))
                .weight(1)
                .httpPrivateAddresses(true)
                .build();
    }

    public WorkerConfig withId(String newId) {
        return WorkerConfigBuilder.builder(this).id(newId).build();
    }

    public WorkerConfig withShell(boolean enabled) {
        return WorkerConfigBuilder.builder(this).shellEnabled(enabled).build();
    }

    public WorkerConfig withWeight(int newWeight) {
        return WorkerConfigBuilder.builder(this).weight(newWeight).build();
    }

    public WorkerConfig withSlots(int newConcurrency, int newBuffer) {
        return WorkerConfigBuilder.builder(this)
                .concurrency(newConcurrency)
                .buffer(newBuffer)
                .build();
    }

    public WorkerConfig withTimes(Duration newDrain, Duration newSessionTimeout) {
        return WorkerConfigBuilder.builder(this)
                .drain(newDrain)
                .sessionTimeout(newSessionTimeout)
                .build();
    }
}
