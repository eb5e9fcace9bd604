package dev.carillon.benchmarks.pipeline;

import dev.carillon.benchmarks.frame.Benchmark;
import dev.carillon.benchmarks.frame.Report;
import dev.carillon.benchmarks.frame.Samples;
import dev.carillon.benchmarks.kafka.KafkaTestBed;
import dev.carillon.benchmarks.trigger.KafkaTickReader;
import dev.carillon.schemas.codec.Kind;
import dev.carillon.schemas.schedule.FiringRule;
import dev.carillon.schemas.schedule.Schedule;
import dev.carillon.schemas.work.Priority;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.BitSet;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import java.util.function.IntFunction;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.jspecify.annotations.Nullable;

/**
 * {@code benchmarks/run lateness}: how long after the nominal instant of a tick its handler runs, with a trigger, a
 * collector and two workers in processes of their own.
 */
public final class LatenessBenchmark implements Benchmark {
    private static final int THOUSAND = 1_000;
    private static final int TEN_THOUSAND = 10_000;
    private static final int HUNDRED_THOUSAND = 100_000;
    private static final double P50 = 0.5;
    private static final double P99 = 0.99;
    private static final double P50_AT_1000 = 6;
    private static final double P99_AT_1000 = 30;
    private static final double P50_AT_10000 = 30;
    private static final double P99_AT_10000 = 120;
    private static final double LAST_OF_10000 = 350;
    private static final double LAST_OF_100000 = 2_500;
    /** A scheduler runs for months, so the work of its compiler in the first minutes is not measured. */
    private static final int WARM_UP_SECONDS = 45;

    private static final int SECONDS = 20;
    private static final int SECONDS_WITH_READER = 10;
    private static final int TO_WARM_UP = 200_000;
    private static final int WARM_UPS = 5;
    private static final int LEAST_TO_WARM_UP = 20_000;
    private static final int LEAST_SECONDS = 3;
    private static final long MICROS_A_SECOND = 1_000_000;
    private static final Duration LAST_MAY_TAKE = Duration.ofSeconds(10);
    private static final Duration PATIENCE = Duration.ofMinutes(2);
    private static final long LOOK_MILLIS = 20;

    private final Clock clock = Clock.systemUTC();

    @Override
    public void run(Path dir, double scale, Report report) throws Exception {
        int seconds = Math.max(LEAST_SECONDS, (int) (SECONDS * scale));
        try (KafkaTestBed bed = KafkaTestBed.start(dir);
                PipelineStage stage = PipelineStage.start(dir, bed, "ticks")) {
            stage.startNotingWorkers(PipelineStage.WORKERS, PipelineBenchmark.WIDE);
            for (int i = 0; i < WARM_UPS; i++) {
                warmUp(stage, "warm" + i, Math.max(LEAST_TO_WARM_UP, (int) (TO_WARM_UP * scale)));
            }
            // Ten thousand first, so that all processes are warm when the thousand are measured.
            define(stage, 0, TEN_THOUSAND, n -> schedule(n, FiringRule.every(Duration.ofSeconds(1))));
            Found tenThousand = eachSecond(stage, TEN_THOUSAND, seconds);
            report.atMost("p50MillisAt10000", tenThousand.millis.percentile(P50), P50_AT_10000);
            report.atMost("p99MillisAt10000", tenThousand.millis.percentile(P99), P99_AT_10000);
            tenThousand.tell(report, "At10000");
            define(stage, THOUSAND, TEN_THOUSAND, n -> null);
            Found thousand = eachSecond(stage, THOUSAND, seconds);
            report.atMost("p50MillisAt1000", thousand.millis.percentile(P50), P50_AT_1000);
            report.atMost("p99MillisAt1000", thousand.millis.percentile(P99), P99_AT_1000);
            thousand.tell(report, "At1000");
            define(stage, 0, THOUSAND, n -> null);
            Found burst = once(stage, TEN_THOUSAND);
            report.alwaysAtMost("lastMillisOf10000AtOnce", burst.millis.percentile(1), LAST_OF_10000);
            burst.tell(report, "Of10000AtOnce");
            Found large = once(stage, HUNDRED_THOUSAND);
            report.alwaysAtMost("lastMillisOf100000AtOnce", large.millis.percentile(1), LAST_OF_100000);
            large.tell(report, "Of100000AtOnce");
        }
    }

    /** Warms up the workers: in their first seconds their code is not compiled yet. */
    private static void warmUp(PipelineStage stage, String pass, int count) throws InterruptedException {
        try (KafkaOutcomeReader reader = new KafkaOutcomeReader(stage.bed(), stage.names());
                KafkaBacklog backlog = KafkaBacklog.write(stage.bed(), stage.names(), pass, count)) {
            reader.expect(pass, count);
            backlog.show();
            reader.awaitCount(count, PATIENCE);
        }
    }

    /** All schedules each second. */
    private Found eachSecond(PipelineStage stage, int count, int seconds) throws Exception {
        awaitSchedules(stage, count);
        Instant known = second().plusSeconds(2);
        Instant first = known.plusSeconds(WARM_UP_SECONDS);
        Instant last = first.plusSeconds(seconds - 1);
        Found found = new Found(count, known, first, last);
        found.follow(stage);
        // Starts only now: a reader of the tasks takes as much of two cores as a worker, and would disturb the
        // measurement.
        String tasks = stage.names().tasks("default", Priority.NORMAL);
        try (KafkaTickReader reader = new KafkaTickReader(stage.bed(), tasks, TEN_THOUSAND)) {
            Instant begin = second().plusSeconds(2);
            TimeUnit.SECONDS.sleep(2 + SECONDS_WITH_READER);
            for (int i = 0; i < SECONDS_WITH_READER; i++) {
                found.visible.addAll(reader.at(begin.plusSeconds(i)).latenesses());
            }
        }
        return found;
    }

    /** All schedules once, at the same instant; the second of two rounds counts. */
    private Found once(PipelineStage stage, int count) throws Exception {
        Found found = null;
        for (int round = 0; round < 2; round++) {
            Instant instant = second().plusSeconds(6 + count / 10_000);
            define(stage, 0, count, n -> schedule(n, FiringRule.at(instant)));
            if (!clock.instant().isBefore(instant.minusSeconds(2))) {
                throw new IOException("the trigger knew the schedules only when they were due");
            }
            found = new Found(count, instant, instant, instant);
            found.follow(stage);
        }
        return Objects.requireNonNull(found);
    }

    private static Schedule schedule(int n, FiringRule when) {
        return Schedule.of(idOf(n), when, KafkaBacklog.work(n));
    }

    /** Writes definitions, or deletes those for which there is none. */
    private static void define(PipelineStage stage, int from, int to, IntFunction<@Nullable Schedule> schedules) {
        try (KafkaProducer<byte[], byte[]> producer = stage.bed().clients().producer("definitions")) {
            for (int n = from; n < to; n++) {
                Schedule schedule = schedules.apply(n);
                var unused = producer.send(new ProducerRecord<>(
                        stage.names().schedules(),
                        0,
                        idOf(n).getBytes(StandardCharsets.UTF_8),
                        schedule == null ? null : Kind.SCHEDULE.encode(schedule)));
            }
            producer.flush();
        }
    }

    private static String idOf(int n) {
        return "tick-" + n;
    }

    private static void awaitSchedules(PipelineStage stage, int count) throws IOException, InterruptedException {
        long end = System.nanoTime() + PATIENCE.toNanos();
        while (stage.schedules() != count) {
            if (System.nanoTime() > end) {
                throw new IOException("the trigger knows " + stage.schedules() + " of " + count + " schedules");
            }
            TimeUnit.MILLISECONDS.sleep(LOOK_MILLIS);
        }
    }

    private Instant second() {
        return Instant.ofEpochSecond(clock.instant().getEpochSecond());
    }

    /** The ticks seen between two instants. */
    private final class Found {
        private final Samples millis = new Samples();
        /** How late a plain reader of the tasks saw them. */
        private final Samples visible = new Samples();

        private final Map<Long, BitSet> seen = new HashMap<>();
        private final int count;
        private final Instant last;
        private final long fromMicros;
        private final long warmMicros;
        private final long lastMicros;
        private long started;
        private long doubled;
        private long early;

        /**
         * Counts lost ticks from an instant on, and lateness only from when all is warm.
         *
         * @param count of schedules, each of which fires at each instant
         */
        private Found(int count, Instant from, Instant warm, Instant last) {
            this.count = count;
            this.last = last;
            this.fromMicros = HandlerStarts.micros(from);
            this.warmMicros = HandlerStarts.micros(warm);
            this.lastMicros = HandlerStarts.micros(last);
        }

        private long wanted() {
            return count * ((lastMicros - fromMicros) / MICROS_A_SECOND + 1);
        }

        private void follow(PipelineStage stage) throws InterruptedException {
            Instant end = last.plus(LAST_MAY_TAKE);
            while (started < wanted() && clock.instant().isBefore(end)) {
                for (HandlerStarts.Start one = stage.pollStart(); one != null; one = stage.pollStart()) {
                    note(one);
                }
                TimeUnit.MILLISECONDS.sleep(LOOK_MILLIS);
            }
        }

        private void note(HandlerStarts.Start one) {
            long nominal = one.nominalMicros();
            if (nominal < fromMicros || nominal > lastMicros) {
                return;
            }
            BitSet ofInstant = seen.computeIfAbsent(nominal, instant -> new BitSet(count));
            if (ofInstant.get(one.number())) {
                doubled++;
                return;
            }
            ofInstant.set(one.number());
            started++;
            early += one.startedMicros() < nominal ? 1 : 0;
            if (nominal >= warmMicros) {
                millis.add(WorkBenchmark.millis(one.startedMicros() - nominal));
            }
        }

        private void tell(Report report, String where) {
            report.figure("maxMillis" + where, millis.percentile(1));
            if (visible.count() > 0) {
                report.figure("visibleP50Millis" + where, visible.percentile(P50));
                report.figure("visibleP99Millis" + where, visible.percentile(P99));
            }
            report.none("lost" + where, (double) (wanted() - started));
            report.none("doubled" + where, (double) doubled);
            report.none("early" + where, (double) early);
        }
    }
}
