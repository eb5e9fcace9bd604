package dev.carillon.worker;

import dev.carillon.kit.admin.MeterSpec;
import dev.carillon.schemas.record.ResultStatus;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The meters of one worker. */
final class WorkerMeters implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(WorkerMeters.class);

    private final MeterRegistry registry;
    private final String queue;
    private final String worker;
    private final List<Gauge> gauges = new ArrayList<>();
    private final AtomicLong running;
    private final AtomicLong held;
    private final AtomicLong leaked;
    private final AtomicLong windowSeconds;
    private final Counter cancellationsForgotten;
    /** Looked up once, as a lookup in the registry costs more than all other counting of an attempt. */
    private final Map<ResultStatus, Counter> attempts = new EnumMap<>(ResultStatus.class);

    private final Map<String, Counter> records = new HashMap<>();
    /** Whether the warning was logged; after that only the counter grows. */
    private boolean warnedForgotten;

    WorkerMeters(MeterRegistry registry, String queue, String worker) {
        this.registry = registry;
        this.queue = queue;
        this.worker = worker;
        this.running = gauge(WorkerMeterList.RUNNING);
        this.held = gauge(WorkerMeterList.HELD);
        this.leaked = gauge(WorkerMeterList.LEAKED);
        this.windowSeconds = gauge(WorkerMeterList.DEDUP_REACH);
        // Registered at the start, as a rate can only be computed from an earlier value.
        WorkerMeterList.WHAT.forEach(what -> records.put(what, WorkerMeterList.RECORDS.counter(registry, queue, what)));
        this.cancellationsForgotten = WorkerMeterList.CANCELLATIONS_FORGOTTEN.counter(registry, queue);
    }

    private AtomicLong gauge(MeterSpec spec) {
        AtomicLong value = new AtomicLong();
        gauges.add(spec.gauge(registry, value::get, queue, worker));
        return value;
    }

    /** Removes the gauges, which belong to one start; counters stay. */
    @Override
    public void close() {
        gauges.forEach(registry::remove);
        gauges.clear();
    }

    void ended(ResultStatus status) {
        attempts.computeIfAbsent(
                        status,
                        first -> WorkerMeterList.ATTEMPTS.counter(
                                registry, queue, first.name().toLowerCase(Locale.ROOT)))
                .increment();
    }

    void duplicate() {
        counted("duplicate");
    }

    void movedHome() {
        counted("rehomed");
    }

    void delayed() {
        counted("delayed");
    }

    void poison() {
        counted("dead-letter");
    }

    void passedBy() {
        counted("done-before");
    }

    /** A defect in the worker itself: the record concerned is run again or set aside, and all else goes on. */
    void defect(RuntimeException failure) {
        LOG.error(
                "a defect in this worker; the record concerned is run again or set aside, and all else goes on",
                failure);
        counted("defect");
    }

    void claimed() {
        counted("claimed");
    }

    private void counted(String what, int count) {
        Counter counter = records.get(what);
        if (counter == null) {
            throw new IllegalArgumentException(what + " is not among " + WorkerMeterList.WHAT);
        }
        counter.increment(count);
    }

    private void counted(String what) {
        counted(what, 1);
    }

    void commit(String outcome) {
        WorkerMeterList.COMMITS.counter(registry, queue, outcome).increment();
    }

    /** Tasks of these keys would run if they still came. */
    void cancellationsForgotten(int keys) {
        cancellationsForgotten.increment(keys);
        if (keys > 0 && !warnedForgotten) {
            warnedForgotten = true;
            LOG.warn("more executions were cancelled within 7 days than this worker remembers; the oldest are"
                    + " forgotten, and their tasks run if they still come");
        }
    }

    /** Retention was faster than the queue's workers: these tasks will never run. */
    void deletedUnread(Object partition, int lost) {
        if (lost > 0) {
            LOG.warn("{} tasks of {} were deleted by retention before they were run to the end", lost, partition);
            counted("deleted-unread", lost);
        }
    }

    /** Shows how many events and log lines were dropped because too many were waiting. */
    void announcementsForgotten(Supplier<Number> count) {
        gauges.add(WorkerMeterList.ANNOUNCEMENTS_FORGOTTEN.gauge(registry, count, queue, worker));
    }

    /** How far back repeats are recognised at present. */
    void window(Duration reach) {
        windowSeconds.set(reach.toSeconds());
    }

    void load(int nowRunning, int nowHeld, int nowLeaked) {
        running.set(nowRunning);
        held.set(nowHeld);
        leaked.set(nowLeaked);
    }
}
