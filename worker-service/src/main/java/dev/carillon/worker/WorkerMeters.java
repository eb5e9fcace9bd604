package dev.carillon.worker;

import dev.carillon.schemas.record.ResultStatus;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import java.time.Duration;
import java.util.Locale;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** What a worker counts. */
final class WorkerMeters {
    private static final Logger LOG = LoggerFactory.getLogger(WorkerMeters.class);

    private final MeterRegistry registry;
    private final String queue;
    private final AtomicLong running;
    private final AtomicLong held;
    private final AtomicLong leaked;
    private final AtomicLong windowSeconds;
    private final Counter cancellationsForgotten;
    /** Said once: from then on the count says how many. */
    private boolean saidForgotten;

    WorkerMeters(MeterRegistry registry, String queue) {
        this.registry = registry;
        this.queue = queue;
        this.running = gauge("carillon.worker.running");
        this.held = gauge("carillon.worker.held");
        this.leaked = gauge("carillon.worker.slots.leaked");
        this.windowSeconds = gauge("carillon.worker.dedup.reach.seconds");
        this.cancellationsForgotten = Counter.builder("carillon.worker.cancellations.forgotten")
                .tag("queue", queue)
                .register(registry);
    }

    private AtomicLong gauge(String name) {
        AtomicLong value = new AtomicLong();
        Gauge.builder(name, value, AtomicLong::get).tag("queue", queue).register(registry);
        return value;
    }

    void ended(ResultStatus status) {
        Counter.builder("carillon.worker.attempts")
                .tag("queue", queue)
                .tag("status", status.name().toLowerCase(Locale.ROOT))
                .register(registry)
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

    /** Something of our own went wrong; what it concerned is run again or set aside, and all else goes on. */
    void defect(RuntimeException failure) {
        LOG.error("a defect of this worker: all else goes on", failure);
        counted("defect");
    }

    void claimed() {
        counted("claimed");
    }

    private void counted(String what) {
        Counter.builder("carillon.worker.records")
                .tag("queue", queue)
                .tag("what", what)
                .register(registry)
                .increment();
    }

    void commit(String outcome) {
        Counter.builder("carillon.worker.commits")
                .tag("queue", queue)
                .tag("outcome", outcome)
                .register(registry)
                .increment();
    }

    /** Tasks of these keys would run, should they still come. */
    void cancellationsForgotten(int keys) {
        cancellationsForgotten.increment(keys);
        if (keys > 0 && !saidForgotten) {
            saidForgotten = true;
            LOG.warn("more cancellations within 7 days than this worker remembers: the oldest are forgotten");
        }
    }

    /** Retention was faster than the queue's workers: these tasks will never run. */
    void deletedUnread(Object partition, int records) {
        if (records > 0) {
            LOG.warn("{} tasks of {} were deleted by retention before they were done", records, partition);
            Counter.builder("carillon.worker.records")
                    .tag("queue", queue)
                    .tag("what", "deleted-unread")
                    .register(registry)
                    .increment(records);
        }
    }

    /** Events and log lines that were too many to be sent. */
    void announcementsForgotten(Supplier<Number> count) {
        Gauge.builder("carillon.worker.announcements.forgotten", count)
                .tag("queue", queue)
                .register(registry);
    }

    /** How far back repeats are recognised just now. */
    void window(Duration reach) {
        windowSeconds.set(reach.toSeconds());
    }

    void load(int nowRunning, int nowHeld, int nowLeaked) {
        running.set(nowRunning);
        held.set(nowHeld);
        leaked.set(nowLeaked);
    }
}
