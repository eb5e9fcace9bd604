package dev.carillon.trigger.meter;

import dev.carillon.kit.admin.MeterSpec;
import java.util.List;

/** The meters of a trigger, with the descriptions of docs/metrics.md. */
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
            "how often this instance lost its place in the leader election and queued again");
    public static final MeterSpec DISPATCHED =
            MeterSpec.counter("carillon.trigger.ticks.dispatched", "ticks", "ticks that became tasks");
    public static final MeterSpec SKIPPED = MeterSpec.counter(
            "carillon.trigger.ticks.skipped", "ticks", "ticks that were skipped on purpose, by the reason", "reason");
    public static final MeterSpec BACKFILLED = MeterSpec.counter(
            "carillon.trigger.backfilled", "executions", "executions that backfills have made of past instants");
    public static final MeterSpec ROUTED = MeterSpec.counter(
            "carillon.trigger.routed",
            "tasks",
            "tasks whose partition a strategy other than hash has chosen, by the strategy",
            "strategy");
    public static final MeterSpec ROUTED_HOME = MeterSpec.counter(
            "carillon.trigger.routed.home",
            "tasks",
            "tasks that such a strategy left in the partition of their key, as no live worker could take them");
    public static final MeterSpec SETTINGS_UNREADABLE = MeterSpec.counter(
            "carillon.trigger.settings.unreadable",
            "records",
            "records of settings that this version can't read; the settings before them stay in force");
    public static final MeterSpec SLICE_TIME = MeterSpec.timer(
            "carillon.trigger.slice.time",
            "how long planning and committing one slice takes, with the wait for its instant where ticks were written"
                    + " ahead of it");
    public static final MeterSpec LATENESS = MeterSpec.histogram(
            "carillon.trigger.lateness",
            "how long after their instant the ticks of a slice are committed; gaps that are being decided don't count");
    public static final MeterSpec TRANSACTION_TIME = MeterSpec.histogram(
            "carillon.trigger.transaction.time",
            "how long the transaction of one slice was open, with the wait for its instant where ticks were"
                    + " written ahead of it, by whether it was committed, rejected as another instance leads, or its"
                    + " fate is unknown",
            "outcome");
    public static final MeterSpec SCHEDULES = MeterSpec.gauge(
            "carillon.trigger.schedules",
            "schedules",
            "schedules it knows: active, paused, broken (the newest definition can't be used), or deleted and still"
                    + " remembered",
            "state");
    public static final MeterSpec RULES =
            MeterSpec.gauge("carillon.trigger.rules", "rules", "different timings that the active schedules share");
    public static final MeterSpec LOAD_TIME = MeterSpec.gauge(
            "carillon.trigger.load.seconds",
            "seconds",
            "how long after its start it had read all schedules for the first time; 0 until then");
    public static final MeterSpec WORKERS_ONLINE =
            MeterSpec.gauge("carillon.trigger.workers.online", "workers", "workers with a recent heartbeat");
    public static final MeterSpec WORKERS_CHANGED = MeterSpec.counter(
            "carillon.trigger.workers.changed", "workers", "workers that came or went, on the leader", "to");
    public static final MeterSpec CLOCK_BEHIND = MeterSpec.gauge(
            "carillon.trigger.clock.behind.seconds",
            "seconds",
            "how far this host's clock is behind the brokers' clocks, as far as known, below 0 if too far ahead;"
                    + " beyond 2 s this instance does not lead");
    public static final MeterSpec WATERMARK_LAG = MeterSpec.gauge(
            "carillon.trigger.watermark.lag.seconds",
            "seconds",
            "how far behind now the ticks are decided, on the leader; 0 elsewhere");
    public static final MeterSpec INPUTS_WAITING = MeterSpec.gauge(
            "carillon.trigger.inputs.waiting.seconds",
            "seconds",
            "for how long definitions, commands or outcomes have been waiting to be applied, on the leader; 0"
                    + " elsewhere");
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
            MeterSpec.counter("carillon.trigger.sweeps.failed", "sweeps", "rounds in which such a sweep failed");

    public static final List<MeterSpec> ALL = List.of(
            LEADER,
            ELECTIONS,
            TERMS_ENDED,
            FENCED,
            LATCH_REQUEUED,
            DISPATCHED,
            SKIPPED,
            BACKFILLED,
            ROUTED,
            ROUTED_HOME,
            SETTINGS_UNREADABLE,
            SLICE_TIME,
            TRANSACTION_TIME,
            LATENESS,
            CLOCK_BEHIND,
            WATERMARK_LAG,
            INPUTS_WAITING,
            SCHEDULES,
            RULES,
            LOAD_TIME,
            WORKERS_ONLINE,
            WORKERS_CHANGED,
            STATE_UNREADABLE,
            ANNOUNCEMENTS_UNSAID,
            TRANSACTIONS_SWEPT,
            SWEEPS_FAILED);

    private TriggerMeters() {}
}
