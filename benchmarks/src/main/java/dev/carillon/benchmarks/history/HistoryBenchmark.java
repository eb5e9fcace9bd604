package dev.carillon.benchmarks.history;

import dev.carillon.benchmarks.frame.Benchmark;
import dev.carillon.benchmarks.frame.Report;
import dev.carillon.console.history.HistoryConfig;
import dev.carillon.console.history.ingest.KafkaTopicSource;
import dev.carillon.console.history.sql.SqliteHistory;
import dev.carillon.kit.time.SystemTime;
import dev.carillon.schemas.topic.TopicNames;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;

/** {@code benchmarks/run history}: ingest, restart, lag and questions. */
public final class HistoryBenchmark implements Benchmark {
    private static final int PREFILLED = 400_000;
    private static final int IN_DATABASE = 5_000_000;
    private static final int LIVE_A_SECOND = 1_000;
    private static final int LIVE_SECONDS = 30;
    private static final int LEAST_EXECUTIONS = 10_000;
    private static final double NANOS_A_MICRO = 1e3;
    private static final Duration WEEK = Duration.ofDays(6).plusHours(20);

    private final Clock clock = SystemTime.clock();

    @Override
    public void run(Path dir, double scale, Report report) throws Exception {
        int executions = Math.max(LEAST_EXECUTIONS, (int) (PREFILLED * scale));
        report.note("executionsPrefilled", Integer.toString(executions));
        report.figure("rawInsertRowsPerSecond", SqliteLimit.insert(dir.resolve("limit.db"), executions));
        Path history = dir.resolve("history");
        try (KafkaLoad load = new KafkaLoad(dir.resolve("kafka"))) {
            Instant now = clock.instant();
            for (int i = 0; i < executions; i++) {
                load.send(Executions.of(i, now.plusMillis(i / 20)));
            }
            load.flush();
            report.figure("rawConsumerRecordsPerSecond", load.rawConsumer(3L * executions));
            ingest(load, history, executions, report);
            restart(load, history, report);
            int seconds = Math.max(3, (int) (LIVE_SECONDS * scale));
            new LiveLag(clock).measure(load, history, LIVE_A_SECOND, seconds, report);
        }
        questions(dir.resolve("large"), Math.max(LEAST_EXECUTIONS, (int) (IN_DATABASE * scale)), report);
    }

    /** A history of topics, in the directory. */
    static SqliteHistory open(KafkaLoad load, Path dir, Clock clock) {
        return SqliteHistory.open(
                HistoryConfig.DEFAULT.withDir(dir.toString()),
                load.names(),
                () -> new KafkaTopicSource(load.clients(), load.names()),
                clock,
                new SimpleMeterRegistry());
    }

    private void ingest(KafkaLoad load, Path dir, int executions, Report report) throws Exception {
        try (SqliteHistory history = open(load, dir, clock)) {
            history.ingest().begin();
            long began = System.nanoTime();
            long busy = Seconds.cpuNanos();
            while (history.ingest().freshness().behind() != 0) {
                history.ingest().runOnce(clock.instant());
            }
            double micros = (Seconds.cpuNanos() - busy) / NANOS_A_MICRO;
            report.figure("ingestCpuMicrosPerExecution", micros / executions);
            report.atLeast("ingestExecutionsPerSecond", executions / Seconds.since(began), 10_000);
            history.ingest().end();
        }
        report.figure("databaseBytesPerExecution", Files.size(dir.resolve("history.db")) / (double) executions);
    }

    private void restart(KafkaLoad load, Path dir, Report report) {
        SimpleMeterRegistry meters = new SimpleMeterRegistry();
        try (SqliteHistory history = SqliteHistory.open(
                HistoryConfig.DEFAULT.withDir(dir.toString()),
                load.names(),
                () -> new KafkaTopicSource(load.clients(), load.names()),
                clock,
                meters)) {
            history.ingest().begin();
            while (history.ingest().freshness().behind() != 0) {
                history.ingest().runOnce(clock.instant());
            }
            history.ingest().end();
        }
        double read = meters.get("carillon.console.history.records").counter().count();
        report.none("recordsReadAgainAfterRestart", read);
    }

    private void questions(Path dir, int executions, Report report) {
        report.note("executionsInDatabase", Integer.toString(executions));
        TopicNames names = new TopicNames("carillon");
        Instant begin = clock.instant().minus(WEEK);
        try (SqliteHistory history = SqliteHistory.open(
                HistoryConfig.DEFAULT.withDir(dir.toString()),
                names,
                () -> new Generated(names, executions, begin, WEEK),
                clock,
                new SimpleMeterRegistry())) {
            history.ingest().begin();
            long began = System.nanoTime();
            while (history.ingest().freshness().behind() != 0) {
                history.ingest().runOnce(clock.instant());
            }
            report.figure("storeExecutionsPerSecond", executions / Seconds.since(began));
            history.ingest().end();
            new Questions(history, begin, WEEK).ask(report);
        }
    }
}
