package dev.carillon.benchmarks.trigger;

import dev.carillon.benchmarks.frame.Benchmark;
import dev.carillon.benchmarks.frame.Report;
import dev.carillon.benchmarks.frame.Samples;
import dev.carillon.benchmarks.kafka.KafkaTestBed;
import dev.carillon.benchmarks.sample.SampleSchedules;
import dev.carillon.schemas.schedule.Schedule;
import dev.carillon.schemas.topic.TopicNames;
import dev.carillon.schemas.work.Priority;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.function.IntFunction;

/**
 * {@code benchmarks/run punctual}: how long after its nominal instant a read_committed consumer sees a tick. The
 * consumer is a thread of this process and reads the same clock; the broker runs in a separate process.
 */
public final class PunctualBenchmark implements Benchmark {
    private static final double P50 = 0.5;
    private static final double P99 = 0.99;
    private static final int WARM_UP_SECONDS = 20;
    private static final Duration LAST_MAY_TAKE = Duration.ofSeconds(10);

    private final Clock clock = Clock.systemUTC();

    /** The ticks of one part. */
    record Found(
            Samples lateness, long lost, long doubled, long early, double transactionMillis, double latenessMillis) {}

    @Override
    public void run(Path dir, double scale, Report report) throws Exception {
        try (KafkaTestBed bed = KafkaTestBed.start(dir)) {
            RawPunctual raw = new RawPunctual();
            raw.warmUp(bed, bed.makeTopics("warm", "default"));
            Found tenThousand = eachSecond(bed, "b", 10_000, seconds(30, scale));
            report.figure("p50MillisAt10000", tenThousand.lateness().percentile(P50));
            report.atMost("p99MillisAt10000", tenThousand.lateness().percentile(P99), PunctualBounds.P99_AT_10000);
            report.figure("maxMillisAt10000", tenThousand.lateness().percentile(1));
            none(report, "At10000", tenThousand);
            // The raw limit right before and right after: the machine may have changed meanwhile.
            raw(
                    report,
                    "Before",
                    raw.measureAgain(bed, bed.makeTopics("raw-before", "default"), 1_000, seconds(10, scale)));
            Found thousand = eachSecond(bed, "a", 1_000, seconds(60, scale));
            report.atMost("p50MillisAt1000", thousand.lateness().percentile(P50), PunctualBounds.P50_AT_1000);
            report.atMost("p99MillisAt1000", thousand.lateness().percentile(P99), PunctualBounds.P99_AT_1000);
            report.figure("maxMillisAt1000", thousand.lateness().percentile(1));
            report.figure("transactionMeanMillisAt1000", thousand.transactionMillis());
            report.figure("committedMeanMillisAt1000", thousand.latenessMillis());
            none(report, "At1000", thousand);
            raw(
                    report,
                    "After",
                    raw.measureAgain(bed, bed.makeTopics("raw-after", "default"), 1_000, seconds(10, scale)));
            Found burst = once(bed, "c", 10_000);
            report.alwaysAtMost(
                    "lastMillisOf10000AtOnce", burst.lateness().percentile(1), PunctualBounds.LAST_OF_10000);
            none(report, "Of10000AtOnce", burst);
            Found large = once(bed, "d", 100_000);
            report.alwaysAtMost(
                    "lastMillisOf100000AtOnce", large.lateness().percentile(1), PunctualBounds.LAST_OF_100000);
            none(report, "Of100000AtOnce", large);
        }
    }

    private static void raw(Report report, String when, Samples raw) {
        report.figure("rawP50MillisAt1000" + when, raw.percentile(P50));
        report.figure("rawP99MillisAt1000" + when, raw.percentile(P99));
    }

    static int seconds(int atFullScale, double scale) {
        return Math.max(3, (int) (atFullScale * scale));
    }

    static void none(Report report, String where, Found found) {
        report.none("lost" + where, (double) found.lost());
        report.none("doubled" + where, (double) found.doubled());
        report.none("early" + where, (double) found.early());
    }

    /** All schedules each second. */
    Found eachSecond(KafkaTestBed bed, String namespace, int count, int seconds) throws Exception {
        TopicNames names = bed.makeTopics(namespace, "default");
        try (KafkaTickReader reader = new KafkaTickReader(bed, names.tasks("default", Priority.NORMAL), count);
                RunningTrigger trigger =
                        started(bed, names, count, n -> SampleSchedules.every(n, Duration.ofSeconds(1)))) {
            RunningTrigger.await("all schedules known", () -> trigger.schedules() == count);
            Instant known = second().plusSeconds(1);
            Instant first = known.plusSeconds(WARM_UP_SECONDS);
            Instant last = first.plusSeconds(seconds - 1);
            RunningTrigger.await("the last is there", () -> reader.at(last).distinct() == count || isOver(last));
            return found(reader, trigger, known, first, last, count);
        }
    }

    /** All schedules once, at the same instant, in a trigger that is warm. */
    Found once(KafkaTestBed bed, String namespace, int count) throws Exception {
        TopicNames names = bed.makeTopics(namespace, "default");
        // Long enough for the trigger to read them all before the instant.
        Instant instant = second().plusSeconds(12 + count / 10_000);
        try (KafkaTickReader reader = new KafkaTickReader(bed, names.tasks("default", Priority.NORMAL), count);
                RunningTrigger trigger = started(bed, names, count, n -> SampleSchedules.at(n, instant))) {
            RunningTrigger.await("all schedules known", () -> trigger.schedules() == count);
            if (!clock.instant().isBefore(instant.minusSeconds(1))) {
                throw new IllegalStateException("the trigger knew the schedules only when they were due");
            }
            RunningTrigger.await("the last is there", () -> reader.at(instant).distinct() == count || isOver(instant));
            return found(reader, trigger, instant, instant, instant, count);
        }
    }

    private static RunningTrigger started(
            KafkaTestBed bed, TopicNames names, int count, IntFunction<Schedule> schedules) throws Exception {
        RunningTrigger.define(bed, names, count, schedules);
        return RunningTrigger.start(bed.bootstrapServers(), bed.zooKeeper(), names);
    }

    private boolean isOver(Instant last) {
        return clock.instant().isAfter(last.plus(LAST_MAY_TAKE));
    }

    private Instant second() {
        return Instant.ofEpochSecond(clock.instant().getEpochSecond());
    }

    /** Counts lost ticks from when all schedules were known, and lateness only from when all is warm. */
    private static Found found(
            KafkaTickReader reader, RunningTrigger trigger, Instant known, Instant first, Instant last, int count) {
        Samples warm = new Samples();
        long lost = 0;
        long doubled = 0;
        long early = 0;
        for (Instant instant = known; !instant.isAfter(last); instant = instant.plusSeconds(1)) {
            Seen seen = reader.at(instant);
            lost += count - seen.distinct();
            doubled += seen.doubled();
            early += seen.latenesses().below(0);
            if (!instant.isBefore(first)) {
                warm.addAll(seen.latenesses());
            }
        }
        return new Found(warm, lost, doubled, early, trigger.transactionMillis(), trigger.latenessMillis());
    }
}
