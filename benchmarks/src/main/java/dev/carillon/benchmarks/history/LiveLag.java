package dev.carillon.benchmarks.history;

import dev.carillon.benchmarks.frame.Report;
import dev.carillon.benchmarks.frame.Samples;
import dev.carillon.console.history.HistoryChange;
import dev.carillon.console.history.sql.SqliteHistory;
import dev.carillon.kit.lifecycle.Loop;
import dev.carillon.kit.lifecycle.LoopRhythm;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/** The age of a change when a query can find it, at a thousand executions a second. */
final class LiveLag {
    private static final long WAIT_SECONDS = 60;
    private static final double BOUND_MS = 500;

    private final Clock clock;

    LiveLag(Clock clock) {
        this.clock = clock;
    }

    void measure(KafkaLoad load, Path dir, int aSecond, int seconds, Report report) throws Exception {
        int all = aSecond * seconds;
        Samples lags = new Samples();
        CountDownLatch ended = new CountDownLatch(all);
        try (SqliteHistory history = HistoryBenchmark.open(load, dir, clock)) {
            history.ingest().whenChanged(changes -> {
                Instant now = clock.instant();
                for (HistoryChange change : changes) {
                    if (change.state() != null && change.state().isFinal()) {
                        lags.add((double) Duration.between(change.at(), now).toMillis());
                        ended.countDown();
                    }
                }
            });
            Loop loop = new Loop("history", clock, history.ingest(), LoopRhythm.unpaused());
            loop.start();
            long began = System.nanoTime();
            for (int i = 0; i < all; i++) {
                long due = began + i * (1_000_000_000L / aSecond);
                while (System.nanoTime() < due) {
                    LockSupport.parkNanos(due - System.nanoTime());
                }
                load.send(Executions.of(i, clock.instant()));
            }
            load.flush();
            boolean heard = ended.await(WAIT_SECONDS, TimeUnit.SECONDS);
            loop.stop(Duration.ofSeconds(10));
            if (!heard) {
                throw new IllegalStateException(ended.getCount() + " executions did not appear");
            }
        }
        report.figure("liveLagP50Millis", lags.percentile(0.5));
        report.atMost("liveLagP99Millis", lags.percentile(0.99), BOUND_MS);
        report.figure("liveLagMaxMillis", lags.percentile(1));
    }
}
