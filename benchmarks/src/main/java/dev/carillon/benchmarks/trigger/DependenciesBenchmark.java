package dev.carillon.benchmarks.trigger;

import dev.carillon.benchmarks.frame.Benchmark;
import dev.carillon.benchmarks.frame.Report;
import dev.carillon.benchmarks.kafka.KafkaTestBed;
import dev.carillon.schemas.codec.Kind;
import dev.carillon.schemas.schedule.Schedule;
import dev.carillon.schemas.topic.TopicNames;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;

/**
 * {@code benchmarks/run dependencies}: how long after a parent's outcome was sent a read_committed consumer sees its
 * child's task. Each second 200 parents fire, each with one child.
 */
public final class DependenciesBenchmark implements Benchmark {
    private static final int PARENTS = 200;
    private static final int SECONDS = 30;
    /** Ten times the bound, so that a task that is still missing is lost. */
    private static final int ARRIVE_SECONDS = 3;

    private static final double P50 = 0.5;
    private static final double P99 = 0.99;

    @Override
    public void run(Path dir, double scale, Report report) throws Exception {
        int seconds = Math.max(5, (int) (SECONDS * scale));
        try (KafkaTestBed bed = KafkaTestBed.start(dir)) {
            TopicNames names = bed.makeTopics("d", "default");
            RunningTrigger.define(bed, names, 2 * PARENTS, DependenciesBenchmark::schedule);
            try (KafkaStandInCollector collector = new KafkaStandInCollector(bed, names);
                    RunningTrigger trigger = RunningTrigger.start(bed.bootstrapServers(), bed.zooKeeper(), names)) {
                RunningTrigger.await("all schedules known", () -> trigger.schedules() == 2 * PARENTS);
                TimeUnit.SECONDS.sleep(seconds);
                collector.endNoMore();
                TimeUnit.SECONDS.sleep(ARRIVE_SECONDS);
                trigger.stop();
                report.figure("parentsEnded", collector.latencies().count() + collector.missing());
                report.none("childrenMissing", collector.missing());
                report.none("childrenEarlyOrDoubled", (double) collector.unexpected());
                report.figure("p50Millis", collector.latencies().percentile(P50));
                report.atMost("p99Millis", collector.latencies().percentile(P99), 300);
                report.figure("maxMillis", collector.latencies().percentile(1));
            }
        }
    }

    private static Schedule schedule(int n) {
        String text = n < PARENTS
                ? "{\"taskId\":\"" + KafkaStandInCollector.PARENT + n + "\",\"type\":\"shell\",\"every\":\"1s\"}"
                : "{\"taskId\":\"" + KafkaStandInCollector.CHILD + (n - PARENTS)
                        + "\",\"type\":\"shell\",\"dependsOn\":[\"" + KafkaStandInCollector.PARENT + (n - PARENTS)
                        + "\"]}";
        return Kind.SCHEDULE.decode(text.getBytes(StandardCharsets.UTF_8));
    }
}
