package dev.carillon.trigger.meter;

import dev.carillon.kit.admin.MeterSpec;
import java.util.List;

/** All that a trigger counts. */
public final class TriggerMeters {
    public static final MeterSpec LEADER =
            MeterSpec.gauge("carillon.trigger.leader", "", "1 while this instance leads, else 0");
    public static final MeterSpec ELECTIONS =
            MeterSpec.counter("carillon.trigger.elections", "terms", "how often this instance began to lead");
    public static final MeterSpec TERMS_ENDED = MeterSpec.counter(
            "carillon.trigger.terms.ended",
            "terms",
            "how often it stopped leading or failed to begin: fenced, or a slice could not be committed");
    public static final MeterSpec FENCED = MeterSpec.counter(
            "carillon.trigger.fenced",
            "writes",
            "writes of this instance that Kafka rejected because another one leads");
    public static final MeterSpec LATCH_REQUEUED = MeterSpec.counter(
            "carillon.trigger.latch.requeued",
            "times",
            "how often the node was gone with which this instance queued for leadership, so that it queued anew");
    public static final MeterSpec DISPATCHED =
            MeterSpec.counter("carillon.trigger.ticks.dispatched", "ticks", "ticks that became tasks");
    public static final MeterSpec SKIPPED = MeterSpec.counter(
            "carillon.trigger.ticks.skipped", "ticks", "ticks that were skipped on purpose, by the reason", "reason");
    public static final MeterSpec SLICE_TIME =
            MeterSpec.timer("carillon.trigger.slice.time", "how long planning and committing one slice of ticks takes");
    public static final MeterSpec LATENESS = MeterSpec.timer(
            "carillon.trigger.lateness",
            "how long after its instant the first tick of a slice is taken up; gaps that are being decided don't"
                    + " count");
    public static final MeterSpec CLOCK_BEHIND = MeterSpec.gauge(
            "carillon.trigger.clock.behind.seconds",
            "seconds",
            "how far this host's clock is behind the brokers', as far as that shows: every tick is late by it");
    public static final MeterSpec WATERMARK_LAG = MeterSpec.gauge(
            "carillon.trigger.watermark.lag.seconds",
            "seconds",
            "how far behind now the ticks are decided, on the leader; 0 elsewhere");
    public static final MeterSpec STATE_UNREADABLE = MeterSpec.counter(
            "carillon.trigger.state.unreadable",
            "records",
            "records of trigger-state that this version can't read; it does not lead then");
    public static final MeterSpec ANNOUNCEMENTS_UNSAID = MeterSpec.counter(
            "carillon.trigger.announcements.unsaid",
            "events",
            "events about leadership and workers that could not be written");
    public static final MeterSpec TRANSACTIONS_SWEPT = MeterSpec.counter(
            "carillon.trigger.transactions.swept",
            "transactions",
            "transactions of dead processes that were ended, so that readers go on");
    public static final MeterSpec SWEEPS_FAILED =
            MeterSpec.counter("carillon.trigger.sweeps.failed", "sweeps", "looks for such transactions that failed");

    public static final List<MeterSpec> ALL = List.of(
            LEADER,
            ELECTIONS,
            TERMS_ENDED,
            FENCED,
            LATCH_REQUEUED,
            DISPATCHED,
            SKIPPED,
            SLICE_TIME,
            LATENESS,
            CLOCK_BEHIND,
            WATERMARK_LAG,
            STATE_UNREADABLE,
            ANNOUNCEMENTS_UNSAID,
            TRANSACTIONS_SWEPT,
            SWEEPS_FAILED);

    private TriggerMeters() {}
}
