package dev.carillon.benchmarks.trigger;

import dev.carillon.benchmarks.kafka.KafkaTestBed;
import dev.carillon.kit.kafka.KafkaClients;
import dev.carillon.kit.kafka.KafkaConfig;
import dev.carillon.kit.time.SystemTime;
import dev.carillon.schemas.codec.Kind;
import dev.carillon.schemas.schedule.Schedule;
import dev.carillon.schemas.topic.TopicNames;
import dev.carillon.trigger.TriggerConfig;
import dev.carillon.trigger.TriggerService;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import java.util.function.IntFunction;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;

/** A trigger with default settings, alone in its namespace. */
final class RunningTrigger implements AutoCloseable {
    private static final Duration PATIENCE = Duration.ofMinutes(3);
    private static final Duration STOP_WITHIN = Duration.ofSeconds(10);

    private final SimpleMeterRegistry meters = new SimpleMeterRegistry();
    private final TriggerService service;

    private RunningTrigger(String bootstrapServers, String zooKeeper, TopicNames names) {
        service = new TriggerService(
                TriggerConfig.DEFAULT.withZookeeper(zooKeeper),
                names,
                new KafkaClients(KafkaConfig.at(bootstrapServers), meters),
                SystemTime.clock(),
                meters);
    }

    /** Starts a trigger; it leads a little later. */
    static RunningTrigger start(String bootstrapServers, String zooKeeper, TopicNames names) throws Exception {
        RunningTrigger trigger = new RunningTrigger(bootstrapServers, zooKeeper, names);
        trigger.service.start();
        return trigger;
    }

    /** Writes the definitions of this many schedules. */
    static void define(KafkaTestBed bed, TopicNames names, int count, IntFunction<Schedule> schedules) {
        try (KafkaProducer<byte[], byte[]> producer = bed.clients().producer("definitions")) {
            for (int i = 0; i < count; i++) {
                Schedule schedule = schedules.apply(i);
                byte[] key = schedule.taskId().getBytes(StandardCharsets.UTF_8);
                var unused =
                        producer.send(new ProducerRecord<>(names.schedules(), 0, key, Kind.SCHEDULE.encode(schedule)));
            }
            producer.flush();
        }
    }

    long dispatched() {
        return (long) meters.get("carillon.trigger.ticks.dispatched").counter().count();
    }

    /** How many schedules it has in force. */
    int schedules() {
        return (int) meters.get("carillon.trigger.schedules")
                .tag("state", "active")
                .gauge()
                .value();
    }

    /** How long its committed transactions took on average, in milliseconds. */
    double transactionMillis() {
        return meters.get("carillon.trigger.transaction.time")
                .tag("outcome", "committed")
                .timer()
                .mean(TimeUnit.MILLISECONDS);
    }

    /** How long after their instant slices were committed on average, in milliseconds. */
    double latenessMillis() {
        return meters.get("carillon.trigger.lateness").timer().mean(TimeUnit.MILLISECONDS);
    }

    /** How many transactions it has committed. */
    int transactions() {
        return (int) meters.get("carillon.trigger.transaction.time")
                .tag("outcome", "committed")
                .timer()
                .count();
    }

    /** How many slices it has committed. */
    int slices() {
        return (int) meters.get("carillon.trigger.slice.time").timer().count();
    }

    /** A second call has no effect. */
    void stop() {
        service.stop(STOP_WITHIN);
    }

    /** Waits until a condition holds, and checks it every 200 microseconds. */
    static void await(String what, BooleanSupplier condition) throws InterruptedException {
        long end = System.nanoTime() + PATIENCE.toNanos();
        while (!condition.getAsBoolean()) {
            if (System.nanoTime() > end) {
                throw new IllegalStateException("after " + PATIENCE + " still not: " + what);
            }
            TimeUnit.MICROSECONDS.sleep(200);
        }
    }

    @Override
    public void close() {
        stop();
    }
}
