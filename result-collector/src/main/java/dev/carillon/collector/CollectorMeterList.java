package dev.carillon.collector;

import dev.carillon.kit.admin.MeterSpec;
import java.util.List;

/** All meters of the collector. */
public final class CollectorMeterList {
    static final MeterSpec DECISIONS = MeterSpec.counter(
            "carillon.collector.decisions",
            "events",
            "results, claims, checks, delays and commands, by what followed from each",
            "verdict");
    static final MeterSpec OUTCOMES = MeterSpec.counter(
            "carillon.collector.outcomes", "executions", "outcomes written, by final status", "status");
    static final MeterSpec SETTLED = MeterSpec.counter(
            "carillon.collector.settled",
            "results",
            "results whose outcome their worker wrote and whose execution was not open here, so nothing was left to"
                    + " do");
    static final MeterSpec OPEN = MeterSpec.gauge(
            "carillon.collector.open",
            "executions",
            "open executions it keeps state of: retrying, claimed, released; queued first attempts cost nothing");
    static final MeterSpec TIMERS = MeterSpec.gauge(
            "carillon.collector.timers", "timers", "retries and delayed tasks that wait for their time");
    static final MeterSpec REHOMED = MeterSpec.counter(
            "carillon.collector.rehomed",
            "records",
            "records that foreign partitioners misplaced and that were moved to their home partition");
    static final MeterSpec POISON = MeterSpec.counter(
            "carillon.collector.poison",
            "records",
            "records that could not be used and went to dead-letters, by error code",
            "cause");
    static final MeterSpec THREADS_REPLACED =
            MeterSpec.counter("carillon.collector.threads.replaced", "threads", "threads that died and were replaced");
    static final MeterSpec COMMANDS_FORGOTTEN = MeterSpec.counter(
            "carillon.collector.commands.forgotten",
            "commands",
            "commands dropped because there were too many for memory, the oldest first");
    static final MeterSpec COMMANDS_UNUSABLE = MeterSpec.counter(
            "carillon.collector.commands.unusable", "commands", "records of control that could not be read");

    public static final List<MeterSpec> ALL = List.of(
            DECISIONS,
            OUTCOMES,
            SETTLED,
            OPEN,
            TIMERS,
            REHOMED,
            POISON,
            THREADS_REPLACED,
            COMMANDS_FORGOTTEN,
            COMMANDS_UNUSABLE);

    private CollectorMeterList() {}
}
