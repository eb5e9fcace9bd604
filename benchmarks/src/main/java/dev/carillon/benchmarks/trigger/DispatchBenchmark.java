package dev.carillon.benchmarks.trigger;

import dev.carillon.benchmarks.frame.Benchmark;
import dev.carillon.benchmarks.frame.Report;
import dev.carillon.benchmarks.frame.Turns;
import dev.carillon.benchmarks.kafka.KafkaTestBed;
import dev.carillon.benchmarks.raw.KafkaRawLimit;
import dev.carillon.benchmarks.raw.Prepared;
import dev.carillon.benchmarks.raw.Setting;
import dev.carillon.benchmarks.sample.SampleSchedules;
import dev.carillon.schemas.topic.TopicNames;
import dev.carillon.schemas.work.Priority;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.apache.kafka.clients.producer.ProducerRecord;

/**
 * {@code benchmarks/run dispatch}: one leader with a backlog. All schedules are due at one instant, every few seconds;
 * between two such instants a plain transactional producer sends as many records of the same size, 5,000 a transaction.
 */
public final class DispatchBenchmark implements Benchmark {
    private static final int SCHEDULES = 200_000;
    private static final int LEAST_SCHEDULES = 2_000;
    private static final int TURNS = 5;
    private static final int WARM_UPS = 2;
    private static final int SLICE = 5_000;
    private static final Duration EVERY = Duration.ofSeconds(8);
    private static final double LEAST_SHARE = 0.5;
    private static final double PERCENT = 100;
    private static final double MOST_PERCENT_OFF = 3;
    private static final double LONGEST_HEAD_START_NANOS = 25e6;
    private static final double NANOS = 1e9;

    private final Clock clock = Clock.systemUTC();
    private Instant firstDue = Instant.MAX;
    private Instant lastDue = Instant.MIN;
    private int bursts;
    /** The trigger's transactions for the bursts. */
    private int transactions;

    @Override
    public void run(Path dir, double scale, Report report) throws Exception {
        int count = Math.max(LEAST_SCHEDULES, (int) (SCHEDULES * scale));
        report.note("schedules", Integer.toString(count));
        try (KafkaTestBed bed = KafkaTestBed.start(dir)) {
            TopicNames raw = bed.makeTopics("raw", "default");
            TopicNames names = bed.makeTopics("dispatch", "default");
            List<ProducerRecord<byte[], byte[]>> records =
                    Prepared.ticks(raw, count, n -> SampleSchedules.every(n, EVERY));
            double bytes = Prepared.averageBytes(records);
            report.note("bytesOfKeyAndValue", Long.toString(Math.round(bytes)));
            KafkaRawLimit limit = new KafkaRawLimit(bed);
            Setting best = best(limit, records, report);
            RunningTrigger.define(bed, names, count, n -> SampleSchedules.every(n, EVERY));
            try (RunningTrigger trigger = RunningTrigger.start(bed.bootstrapServers(), bed.zooKeeper(), names)) {
                RunningTrigger.await("all schedules known", () -> trigger.schedules() == count);
                for (int i = 0; i < WARM_UPS; i++) {
                    burst(trigger, count);
                }
                Turns turns = Turns.take(TURNS, () -> limit.transactional(best, records), () -> burst(trigger, count));
                report.figure("rawTransactionalRecordsPerSecond", turns.limitMedian());
                report.figure("dispatchedPerSecond", turns.judgedMedian());
                report.atLeast("shareOfRaw", turns.share(), LEAST_SHARE);
                trigger.stop();
                report.note(
                        "recordsPerTransaction",
                        "trigger " + Math.round((double) count * bursts / transactions) + ", raw " + best.atOnce());
                Tally tally = KafkaTickReader.tally(bed, names.tasks("default", Priority.NORMAL), count);
                report.alwaysAtMost(
                        "recordSizePercentOffRaw",
                        Math.abs(tally.averageBytes() / bytes - 1) * PERCENT,
                        MOST_PERCENT_OFF);
                report.none("missing", (double) tally.missing(firstDue, lastDue, EVERY));
                report.none("doubled", (double) tally.doubled());
            }
        }
    }

    /**
     * Waits for the next instant at which all are due; records per second from then until the last is committed. The
     * time in which the trigger may write records ahead counts too.
     */
    private double burst(RunningTrigger trigger, int count) throws InterruptedException {
        Instant due =
                Instant.ofEpochSecond((clock.instant().getEpochSecond() / EVERY.toSeconds() + 1) * EVERY.toSeconds());
        firstDue = bursts == 0 ? due : firstDue;
        lastDue = due;
        long before = trigger.dispatched();
        if (before % count != 0) {
            throw new IllegalStateException("the next backlog is due before this one is done; there are too many");
        }
        RunningTrigger.await("it is " + due, () -> !clock.instant().isBefore(due));
        int committed = trigger.transactions();
        long began = System.nanoTime();
        RunningTrigger.await("all are dispatched", () -> trigger.dispatched() >= before + count);
        double took = System.nanoTime() - began + LONGEST_HEAD_START_NANOS;
        bursts++;
        transactions += trigger.transactions() - committed;
        return count * NANOS / took;
    }

    /** Finds the fastest of three settings of the raw producer. */
    private static Setting best(KafkaRawLimit limit, List<ProducerRecord<byte[], byte[]>> records, Report report) {
        Setting best = Setting.ALL.get(0);
        double most = 0;
        limit.transactional(best, records);
        for (Setting setting : Setting.withAtOnce(SLICE)) {
            double found = limit.transactional(setting, records);
            if (found > most) {
                most = found;
                best = setting;
            }
        }
        report.note("best of raw", best.toString());
        return best;
    }
}
