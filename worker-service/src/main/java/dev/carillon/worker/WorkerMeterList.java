package dev.carillon.worker;

import dev.carillon.kit.admin.MeterSpec;
import java.util.List;

/** All meters of a worker. */
public final class WorkerMeterList {
    static final List<String> WHAT = List.of(
            "claimed", "dead-letter", "defect", "delayed", "deleted-unread", "done-before", "duplicate", "rehomed");

    static final MeterSpec RUNNING =
            MeterSpec.gauge("carillon.worker.running", "attempts", "attempts that are running", "queue", "worker");
    static final MeterSpec HELD = MeterSpec.gauge(
            "carillon.worker.held", "tasks", "tasks that wait in the worker for their time", "queue", "worker");
    static final MeterSpec LEAKED = MeterSpec.gauge(
            "carillon.worker.slots.leaked",
            "slots",
            "handlers that still run though their attempt has ended: each takes a slot until it returns",
            "queue",
            "worker");
    static final MeterSpec DEDUP_REACH = MeterSpec.gauge(
            "carillon.worker.dedup.reach.seconds",
            "seconds",
            "how far back repeats of a task are recognised",
            "queue",
            "worker");
    static final MeterSpec ANNOUNCEMENTS_FORGOTTEN = MeterSpec.gauge(
            "carillon.worker.announcements.forgotten",
            "records",
            "events and log lines dropped since the start, because too many were waiting to be sent",
            "queue",
            "worker");
    static final MeterSpec CANCELLATIONS_FORGOTTEN = MeterSpec.counter(
            "carillon.worker.cancellations.forgotten",
            "keys",
            "cancelled keys that no longer fit into memory: a task of such a key would run",
            "queue");
    static final MeterSpec ATTEMPTS = MeterSpec.counter(
            "carillon.worker.attempts", "attempts", "attempts that ended, by status", "queue", "status");
    static final MeterSpec RECORDS = MeterSpec.counter(
            "carillon.worker.records",
            "records",
            "records by what happened to them, other than just being run: " + String.join(", ", WHAT),
            "queue",
            "what");
    static final MeterSpec COMMITS = MeterSpec.counter(
            "carillon.worker.commits",
            "transactions",
            "transactions with results and offsets, by whether they were committed",
            "queue",
            "outcome");

    public static final List<MeterSpec> ALL = List.of(
            RUNNING,
            HELD,
            LEAKED,
            DEDUP_REACH,
            ANNOUNCEMENTS_FORGOTTEN,
            CANCELLATIONS_FORGOTTEN,
            ATTEMPTS,
            RECORDS,
            COMMITS);

    private WorkerMeterList() {}
}
