package dev.carillon.benchmarks.failover;

import dev.carillon.benchmarks.failover.FailoverBenchmark.Scene;
import dev.carillon.benchmarks.frame.Report;
import dev.carillon.benchmarks.frame.Samples;
import dev.carillon.benchmarks.kafka.KafkaTestBed;
import dev.carillon.schemas.codec.Kind;
import dev.carillon.schemas.key.ExecutionKey;
import dev.carillon.schemas.record.Result;
import dev.carillon.schemas.record.ResultStatus;
import dev.carillon.schemas.topic.TopicNames;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.clients.producer.ProducerRecord;

/** A thousand ticks a second while a collector works through results as fast as it can. */
final class KafkaBusyCollector {
    private static final int SCHEDULES = 1_000;
    private static final double P50 = 0.5;
    private static final double P99 = 0.99;
    /** As in {@code punctual}. */
    private static final double BOUND = 25;

    private static final Duration PATIENCE = Duration.ofMinutes(2);
    /** As in {@code punctual}: fresh processes run code that is not compiled yet. */
    private static final Duration WARM_UP = Duration.ofSeconds(20);

    private static final long LOOK_MILLIS = 100;

    private final KafkaTestBed bed;
    private final String zooKeeper;
    private final Path dir;
    private final Clock clock;

    KafkaBusyCollector(KafkaTestBed bed, String zooKeeper, Path dir, Clock clock) {
        this.bed = bed;
        this.zooKeeper = zooKeeper;
        this.dir = dir;
        this.clock = clock;
    }

    void measure(int results, Duration time, Report report) throws Exception {
        TopicNames names = bed.makeTopics("busy", "default");
        report.note("resultsBeforeTheCollector", Integer.toString(results));
        write(names, results);
        KafkaSchedules.everySecond(bed.clients(), names, SCHEDULES);
        Map<String, String> settings = Map.of(
                "CARILLON_KAFKA_BOOTSTRAP_SERVERS", bed.bootstrapServers(),
                "CARILLON_TOPICS_NAMESPACE", names.namespace(),
                "CARILLON_COLLECTOR_STATE_DIR", dir.resolve("busy-collector").toString());
        try (KafkaTickWatch ticks = new KafkaTickWatch(bed.clients(), names, SCHEDULES);
                Candidates trigger = new Candidates(
                        1, names.namespace(), bed.bootstrapServers(), zooKeeper, dir, RoleProcess.AS_LAUNCHED);
                RoleProcess collector =
                        new RoleProcess("collector", "busy-collector", dir, RoleProcess.AS_LAUNCHED, settings);
                Admin admin = bed.clients().admin("busy")) {
            trigger.leader();
            collector.awaitReady();
            while (taken(admin, names) == 0) {
                TimeUnit.MILLISECONDS.sleep(LOOK_MILLIS);
            }
            TimeUnit.MILLISECONDS.sleep(WARM_UP.toMillis());
            long before = taken(admin, names);
            Instant from = Scene.second(clock.instant()).plusSeconds(1);
            Instant to = from.plusSeconds(time.toSeconds());
            ticks.awaitComplete(from, to, time.plus(PATIENCE));
            long after = taken(admin, names);
            Samples visible = ticks.visible(from, to);
            report.figure("busyCollectorResultsPerSecond", (double) (after - before) / time.toSeconds());
            report.atLeast("busyCollectorResultsLeft", (double) results - after, 1);
            report.figure("busyCollectorTickP50Millis", visible.percentile(P50));
            report.atMost("busyCollectorTickP99Millis", visible.percentile(P99), BOUND);
            report.atMost("busyCollectorTicksLost", (double) ticks.lost(from, to), 0);
        }
    }

    /** Results that the collector has committed. */
    private static long taken(Admin admin, TopicNames names) throws Exception {
        return admin
                .listConsumerGroupOffsets(names.namespace() + ".collector")
                .partitionsToOffsetAndMetadata()
                .get()
                .entrySet()
                .stream()
                .filter(entry -> entry.getKey().topic().equals(names.results()) && entry.getValue() != null)
                .mapToLong(entry -> entry.getValue().offset())
                .sum();
    }

    private void write(TopicNames names, int results) {
        Instant first = clock.instant();
        try (Producer<byte[], byte[]> producer = bed.clients().producer("results")) {
            for (int i = 0; i < results; i++) {
                ExecutionKey key = ExecutionKey.of("done-" + i % SCHEDULES, first.plusNanos(i + 1L));
                byte[] value = Kind.RESULT.encode(Result.of(key, 1, ResultStatus.SUCCEEDED));
                var unused = producer.send(
                        new ProducerRecord<>(names.results(), key.home(KafkaTestBed.PARTITIONS), key.bytes(), value));
            }
            producer.flush();
        }
    }
}
