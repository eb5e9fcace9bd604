package dev.carillon.benchmarks.trigger;

import dev.carillon.benchmarks.frame.Benchmark;
import dev.carillon.benchmarks.frame.Report;
import dev.carillon.benchmarks.frame.Samples;
import dev.carillon.benchmarks.kafka.ChildProcess;
import dev.carillon.benchmarks.kafka.KafkaTestBed;
import dev.carillon.benchmarks.raw.KafkaRawLimit;
import dev.carillon.benchmarks.sample.SampleSchedules;
import dev.carillon.schemas.topic.TopicNames;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;

/**
 * {@code benchmarks/run load}: how long a trigger takes from the topic of a million schedules to its first committed
 * slice, their heap, and whether the cost of a slice grows with the number of schedules that are not due.
 */
public final class LoadBenchmark implements Benchmark {
    private static final int SCHEDULES = 1_000_000;
    private static final int LEAST_SCHEDULES = 10_000;
    private static final int FEW_EXPRESSIONS = 1_000;
    private static final int MANY_EXPRESSIONS = 100_000;
    private static final int ONE_PAUSED_IN = 10;
    private static final int MOST_AT_ONCE = 5_000;
    private static final int LARGEST_EXPONENT = 6;
    /** For a thousand times as many schedules: cache misses of the processor may cost this much more. */
    private static final double MOST_OVER_LEAST = 3;

    /** The options that docs/operations.md gives for a trigger with a million schedules. */
    private static final List<String> TRIGGER_JVM = List.of(
            "-Xms2g", "-Xmx3600m", "-XX:+UseParallelGC", "-XX:MaxTenuringThreshold=1", "-XX:+ExitOnOutOfMemoryError");

    /** The figures of one start. */
    private record Loaded(double seconds, double heapMegabytes, int slices) {}

    @Override
    public void run(Path dir, double scale, Report report) throws Exception {
        int count = Math.max(LEAST_SCHEDULES, (int) (SCHEDULES * scale));
        report.note("schedules", Integer.toString(count));
        report.note("triggerJvm", String.join(" ", TRIGGER_JVM));
        report.note(
                "bytesOfADefinition",
                Integer.toString(SampleSchedules.definitionOf(count / 2, FEW_EXPRESSIONS, true).length));
        slope(scale, report);
        try (KafkaTestBed bed = KafkaTestBed.start(dir)) {
            TopicNames fresh = define(bed, "fresh", count, FEW_EXPRESSIONS, false);
            Loaded empty = load(bed, dir, fresh, count);
            double raw = new KafkaRawLimit(bed).consumer(fresh.schedules(), count, MOST_AT_ONCE);
            report.figure("rawConsumerSeconds", count / raw);
            report.atMost("secondsWithEmptyState", empty.seconds(), 10);
            report.atMost("heapMegabytesWithEmptyState", empty.heapMegabytes(), 700);
            report.figure("slicesOfAFirstLoad", empty.slices());
            TopicNames marked = define(bed, "marked", count, FEW_EXPRESSIONS, true);
            int active = count - (count + ONE_PAUSED_IN - 1) / ONE_PAUSED_IN;
            load(bed, dir, marked, active);
            Loaded again = load(bed, dir, marked, active);
            report.note("markers", Integer.toString(count - active));
            report.atMost("secondsWithMarkers", again.seconds(), 10);
            report.atMost("heapMegabytesWithMarkers", again.heapMegabytes(), 700);
            TopicNames distinct = define(bed, "distinct", count, MANY_EXPRESSIONS, false);
            Loaded many = load(bed, dir, distinct, count);
            report.atMost("secondsWithManyExpressions", many.seconds(), 25);
            report.figure("heapMegabytesWithManyExpressions", many.heapMegabytes());
        }
    }

    private static Loaded load(KafkaTestBed bed, Path dir, TopicNames names, int expected) throws IOException {
        try (ChildProcess trigger = ChildProcess.start(
                dir.resolve("trigger.log"),
                TRIGGER_JVM,
                LoadMain.class,
                bed.bootstrapServers(),
                bed.zooKeeper(),
                names.namespace(),
                Integer.toString(expected))) {
            List<String> said = trigger.said();
            return new Loaded(
                    Double.parseDouble(said.get(0)), Double.parseDouble(said.get(1)), Integer.parseInt(said.get(2)));
        }
    }

    private static TopicNames define(KafkaTestBed bed, String namespace, int count, int expressions, boolean somePaused)
            throws InterruptedException {
        TopicNames names = bed.makeTopics(namespace, "default");
        try (KafkaProducer<byte[], byte[]> producer = bed.clients().producer("definitions")) {
            for (int i = 0; i < count; i++) {
                byte[] key = ("report-" + i).getBytes(StandardCharsets.UTF_8);
                boolean enabled = !somePaused || i % ONE_PAUSED_IN != 0;
                var unused = producer.send(new ProducerRecord<>(
                        names.schedules(), 0, key, SampleSchedules.definitionOf(i, expressions, enabled)));
            }
            producer.flush();
        }
        return names;
    }

    private static void slope(double scale, Report report) throws InterruptedException {
        // Once for the compiler: otherwise the first would be the most expensive and hide the cost of the last one.
        report.note(
                "sliceMicrosCold", Long.toString(Math.round(new SliceCost(LEAST_SCHEDULES, FEW_EXPRESSIONS).micros())));
        Samples all = new Samples();
        for (int exponent = 3; exponent <= LARGEST_EXPONENT; exponent++) {
            int idle = (int) Math.max(100, Math.pow(10, exponent) * Math.min(1, scale));
            double micros = new SliceCost(idle, FEW_EXPRESSIONS).micros();
            all.add(micros);
            report.figure("sliceMicrosWith1e" + exponent + "Idle", micros);
        }
        int idle = (int) Math.max(100, Math.pow(10, LARGEST_EXPONENT) * Math.min(1, scale));
        double many = new SliceCost(idle, MANY_EXPRESSIONS).micros();
        all.add(many);
        report.figure("sliceMicrosWith1e" + LARGEST_EXPONENT + "IdleOfManyExpressions", many);
        report.atMost("sliceCostMostOverLeast", all.percentile(1) / all.percentile(0), MOST_OVER_LEAST);
    }
}
