package dev.carillon.console.history.ingest;

import dev.carillon.console.history.HistoryProblem;
import dev.carillon.kit.admin.MeterSpec;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Timer;
import java.time.Duration;
import java.util.List;
import java.util.function.LongSupplier;
import java.util.stream.Stream;

/** The metrics of the history. */
public final class HistoryMeters {
    static final MeterSpec RECORDS = MeterSpec.counter(
            "carillon.console.history.records", "records", "records read from the topics, unreadable ones included");
    static final MeterSpec UNREADABLE = MeterSpec.counter(
            "carillon.console.history.unreadable",
            "records",
            "records that the history could not read and skipped; the services move them to dead letters");
    static final MeterSpec RUNS = MeterSpec.counter(
            "carillon.console.history.runs", "rows", "rows of executions written; several records make one");
    static final MeterSpec WRITE =
            MeterSpec.timer("carillon.console.history.write", "how long a transaction of rows and positions took");
    static final MeterSpec BEHIND = MeterSpec.gauge(
            "carillon.console.history.behind",
            "records",
            "records in the topics that are not in the history yet; -1 until that is known");
    static final MeterSpec LAG = MeterSpec.gauge(
            "carillon.console.history.lag.seconds",
            "seconds",
            "age of the newest record of the last transaction at its commit");
    static final MeterSpec LOST = MeterSpec.counter(
            "carillon.console.history.lost", "records", "records that retention deleted before they were read");
    static final MeterSpec FAILURES = MeterSpec.counter(
            "carillon.console.history.failures", "transactions", "transactions that failed, by error code", "code");
    static final MeterSpec REBUILDS = MeterSpec.counter(
            "carillon.console.history.rebuilds",
            "rebuilds",
            "times that the history was deleted and rebuilt, because it was damaged or a topic was created again");

    /** All of them. */
    public static final List<MeterSpec> ALL =
            List.of(RECORDS, UNREADABLE, RUNS, WRITE, BEHIND, LAG, LOST, FAILURES, REBUILDS);

    private static final double MILLIS = 1_000;

    private final MeterRegistry registry;
    final Counter records;
    final Counter unreadable;
    final Counter runs;
    final Counter lost;
    final Counter rebuilds;
    final Timer write;
    private volatile Duration lag = Duration.ZERO;

    HistoryMeters(MeterRegistry registry, LongSupplier behind) {
        this.registry = registry;
        this.records = RECORDS.counter(registry);
        this.unreadable = UNREADABLE.counter(registry);
        this.runs = RUNS.counter(registry);
        this.lost = LOST.counter(registry);
        this.rebuilds = REBUILDS.counter(registry);
        this.write = WRITE.timer(registry);
        // Registered at zero, so that an alert on them can be tested before the first failure.
        Stream.of(HistoryProblem.values()).forEach(problem -> FAILURES.counter(registry, problem.name()));
        BEHIND.gauge(registry, behind::getAsLong);
        LAG.gauge(registry, () -> lag.toMillis() / MILLIS);
    }

    void lags(Duration by) {
        lag = by;
    }

    void failed(String code) {
        FAILURES.counter(registry, code).increment();
    }
}
