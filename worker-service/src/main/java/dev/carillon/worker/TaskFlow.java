package dev.carillon.worker;

import dev.carillon.kit.time.ClockPair;
import dev.carillon.kit.time.ClockReading;
import dev.carillon.kit.time.Deadline;
import dev.carillon.schemas.error.ContractException;
import dev.carillon.schemas.error.ErrorCode;
import dev.carillon.schemas.header.Headers;
import dev.carillon.schemas.key.ExecutionKey;
import dev.carillon.schemas.record.AttemptTimes;
import dev.carillon.schemas.record.EventType;
import dev.carillon.schemas.record.ResultStatus;
import dev.carillon.schemas.record.Task;
import dev.carillon.schemas.record.TaskPosition;
import dev.carillon.worker.control.CancelledKeys;
import dev.carillon.worker.dedup.DedupWindow;
import dev.carillon.worker.execution.Attempt;
import dev.carillon.worker.execution.Attempt.Claim;
import dev.carillon.worker.execution.AttemptScheduler;
import dev.carillon.worker.execution.SlotTime;
import dev.carillon.worker.execution.StartGate;
import dev.carillon.worker.intake.Judge;
import dev.carillon.worker.intake.TaskJudgement;
import dev.carillon.worker.offset.PartitionProgress;
import dev.carillon.worker.offset.PendingSettlements;
import dev.carillon.worker.offset.RecordOffset;
import dev.carillon.worker.offset.Settlement;
import dev.carillon.worker.presence.OptionalRecords;
import dev.carillon.worker.report.AttemptEnding;
import dev.carillon.worker.report.ReportRecords;
import dev.carillon.worker.report.ReportRecords.Subject;
import dev.carillon.worker.wire.InputPartition;
import dev.carillon.worker.wire.OutgoingRecord;
import dev.carillon.worker.wire.PolledRecord;
import java.time.Duration;
import java.time.Instant;
import java.util.Collection;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Takes records through judgement, execution and report to settlement. Methods belong to the polling thread unless they
 * are documented for any thread.
 */
final class TaskFlow implements Judge.Knowledge {
    private static final Logger LOG = LoggerFactory.getLogger(TaskFlow.class);

    private final Parts parts;
    private final PendingSettlements settlements;
    private final AttemptSettler settler;
    private final AttemptScheduler scheduler;
    private final ClockPair clocks;
    private long routed;

    /** The parts that records pass through. */
    record Parts(
            Judge judge,
            ReportRecords reports,
            DedupWindow window,
            CancelledKeys cancellations,
            FinishedAttempts finished,
            OptionalRecords optionalRecords,
            WorkerMeters meters) {}

    TaskFlow(
            Parts parts,
            PendingSettlements settlements,
            int concurrency,
            Consumer<Attempt> interrupts,
            ClockPair clocks) {
        this.parts = parts;
        this.settlements = settlements;
        this.clocks = clocks;
        this.settler = new AttemptSettler(parts, settlements, concurrency, interrupts, clocks);
        this.scheduler = settler.scheduler();
    }

    /** Settlements that replace a result that is too large by a dead letter, so that it does not block the others. */
    static PendingSettlements settlements(ReportRecords reports, WorkerMeters meters) {
        return new PendingSettlements(meters::defect, settlement -> {
            meters.poison();
            RecordOffset place = settlement.place();
            TaskPosition origin = place == null
                    ? null
                    : new TaskPosition(
                            place.partition().id().topic(),
                            place.partition().id().number(),
                            place.offset());
            LOG.error("the result of {} is too large to be sent; a dead letter replaces it", place);
            return List.of(reports.deadLetters().unsendable(origin, settlement.records()));
        });
    }

    AttemptScheduler scheduler() {
        return scheduler;
    }

    /** What becomes of held tasks when there are as many as this. */
    HeldOverflow overflow(int hold) {
        return new HeldOverflow(parts, settlements, scheduler, hold);
    }

    /**
     * As {@link #settleFinished}, but first waits for results that other threads are building; returns whether none is
     * left.
     */
    boolean settleAllFinished(Deadline deadline) {
        report();
        boolean isAll = scheduler.awaitReported(deadline);
        settler.settleFinished();
        return isAll;
    }

    /** How long other threads still have to build the results of ended attempts; null if there are none. */
    @Nullable
    Duration timeToReport() {
        return parts.finished().timeToReport();
    }

    /** How many ended attempts have a result that is not settled yet. */
    int finished() {
        return parts.finished().size();
    }

    SlotTime slotTime() {
        return settler.slotTime();
    }

    /** How many routed tasks have been fetched. */
    long routed() {
        return routed;
    }

    /** Judges a record and acts on the judgement. */
    void arrived(PolledRecord arrival, StartGate gate, ClockReading now) {
        PartitionProgress partition = settlements.progress(arrival.source());
        if (partition == null) {
            return; // The partition was revoked before its record got here.
        }
        boolean isNew = partition.fetched(arrival.offset());
        reportDeleted(partition, now.wall());
        if (!isNew) {
            parts.meters().passedBy();
            return;
        }
        boolean doubtful = partition.mayHaveBeenStarted(arrival.offset());
        RecordOffset place = new RecordOffset(partition, arrival.offset());
        routed += arrival.hasHeader(Headers.ROUTED) ? 1 : 0;
        try {
            // While the clock is in doubt, only the broker's is trusted: nothing expires, and what is due later waits.
            Instant due = gate.clockIsRight() ? now.wall() : arrival.appended();
            TaskJudgement judgement = parts.judge().judge(arrival, this, due);
            if (judgement instanceof TaskJudgement.Run run) {
                take(arrival, run, new Attempt.Arrived(run.submitted(), doubtful, arrival.bytes()), place, gate, due);
            } else {
                settlements.add(Settlement.done(place, recordsFor(judgement, arrival, now.wall())));
            }
        } catch (RuntimeException e) {
            // A bad record must not block those behind it.
            LOG.error("the record at {} can't be handled; it goes to the dead letters", arrival, e);
            setAside(arrival, place, e);
        }
    }

    private void reportDeleted(PartitionProgress partition, Instant now) {
        int lost = partition.takeDeletedUnread();
        if (lost > 0) {
            parts.meters().deletedUnread(partition, lost);
            String where = partition.id().topic() + "-" + partition.id().number();
            String message = lost + (lost == 1 ? " task was" : " tasks were")
                    + " deleted by retention before they were run to the end";
            parts.optionalRecords().offer(parts.reports().event(EventType.RECORDS_LOST, where, now, message));
        }
    }

    private void setAside(PolledRecord arrival, RecordOffset place, RuntimeException failure) {
        parts.meters().poison();
        ErrorCode code = failure instanceof ContractException refused ? refused.code() : ErrorCode.INTERNAL_ERROR;
        settlements.add(Settlement.done(
                place, List.of(parts.reports().deadLetter(arrival, code, String.valueOf(failure.getMessage())))));
    }

    private void take(
            PolledRecord arrival,
            TaskJudgement.Run run,
            Attempt.Arrived arrived,
            RecordOffset place,
            StartGate gate,
            Instant due) {
        Task task = run.task();
        parts.window()
                .add(run.key(), task.attempt(), task.delivery(), arrival.source(), arrival.offset(), clocks.nanos());
        Attempt.Window window = new Attempt.Window(arrival.appended(), run.notBefore(), run.deadline());
        scheduler.take(
                new Attempt(new Subject(run.key(), task, arrival.position()), place, window, arrived), gate, due);
        if (isCancelled(run.key())) {
            // The command came after the judgement, before the scheduler knew the attempt.
            scheduler.cancel(run.key(), clocks.now());
        }
    }

    private List<OutgoingRecord> recordsFor(TaskJudgement judgement, PolledRecord arrival, Instant now) {
        ReportRecords reports = parts.reports();
        if (judgement instanceof TaskJudgement.MoveHome move) {
            parts.meters().movedHome();
            return List.of(reports.movedHome(arrival, move.key(), move.home()));
        } else if (judgement instanceof TaskJudgement.Delay delay) {
            return delayed(delay, arrival, now);
        } else if (judgement instanceof TaskJudgement.Duplicate duplicate) {
            parts.meters().duplicate();
            String message = "attempt " + duplicate.attempt() + " was read a second time, at " + arrival;
            return List.of(reports.event(EventType.DUPLICATE, duplicate.key().toString(), now, message));
        } else if (judgement instanceof TaskJudgement.Poison poison) {
            parts.meters().poison();
            return List.of(reports.deadLetter(arrival, poison.code(), poison.message()));
        }
        return resultOf((TaskJudgement.Answer) judgement, arrival, now);
    }

    private List<OutgoingRecord> delayed(TaskJudgement.Delay delay, PolledRecord arrival, Instant now) {
        try {
            OutgoingRecord delayedRecord = parts.reports().delayed(delay.key(), delay.task());
            parts.meters().delayed();
            return List.of(delayedRecord);
        } catch (ContractException e) {
            // A task just below the size limit may exceed it once its key and deadline are written into it.
            String message = String.valueOf(e.getMessage());
            return resultOf(
                    new TaskJudgement.Answer(delay.key(), delay.task(), ResultStatus.FAILED, e.code(), message),
                    arrival,
                    now);
        }
    }

    private List<OutgoingRecord> resultOf(TaskJudgement.Answer answer, PolledRecord arrival, Instant now) {
        ReportRecords reports = parts.reports();
        Task task = answer.task();
        parts.window()
                .add(answer.key(), task.attempt(), task.delivery(), arrival.source(), arrival.offset(), clocks.nanos());
        parts.meters().ended(answer.status());
        // A failure before the start would be the same on any worker, so it is not retried.
        AttemptEnding ending = answer.status() == ResultStatus.FAILED
                ? AttemptEnding.failed(answer.code().name(), answer.message(), null, false)
                : AttemptEnding.of(answer.status(), answer.code(), answer.message());
        Instant scheduled = task.nominalTime() != null ? task.nominalTime() : arrival.appended();
        return List.of(reports.result(
                new Subject(answer.key(), task, arrival.position()),
                ending,
                new AttemptTimes(scheduled, null, now),
                false));
    }

    void tick(StartGate gate, ClockReading now, Consumer<Attempt> slots) {
        scheduler.tick(gate, now, slots);
    }

    /** Updates the gauges; called less often than once a round. */
    void measure(long now) {
        parts.meters().load(scheduler.running(), scheduler.held(), scheduler.leaked());
        parts.meters().window(parts.window().reach(now));
    }

    /** A handler has returned. Called from any thread. */
    void returned(Attempt attempt, AttemptEnding ending) {
        if (scheduler.returned(attempt, ending, clocks.now())) {
            parts.finished().ended(attempt);
        }
    }

    /** Builds the results of ended attempts. Called from any thread. */
    void report() {
        for (Attempt attempt : parts.finished().takeUnreported()) {
            try {
                settler.ended(attempt);
            } catch (Throwable e) {
                // A record without a result would never be finished: the worker has to end, and another one runs it.
                parts.finished().failed(e);
                throw e;
            } finally {
                scheduler.reported();
            }
        }
    }

    /** The next attempt for an idle thread. Called from any thread. */
    @Nullable
    Attempt next(Supplier<StartGate> gate) {
        FinishedAttempts finished = parts.finished();
        if (finished.hasManyUnreported()) {
            report();
        }
        // The clock is read first: if it steps in between, the gate has noticed.
        ClockReading now = clocks.now();
        Attempt next = scheduler.next(gate.get(), now);
        if (next == null) {
            report();
        } else {
            finished.wakePoller();
        }
        return next;
    }

    /**
     * Settles ended attempts; while others wait for a slot, it builds only results that no other thread built in time.
     */
    void settleFinished() {
        Duration left = parts.finished().timeToReport();
        if (left != null && (left.isZero() || !scheduler.mayStartMore())) {
            report();
        }
        settler.settleFinished();
    }

    /** Cancels an execution: attempts that are here end, later ones end when they arrive. Called from any thread. */
    void cancel(String key, Instant at) {
        parts.meters().cancellationsForgotten(parts.cancellations().add(key, at));
        try {
            scheduler.cancel(ExecutionKey.parse(key), clocks.now());
        } catch (ContractException e) {
            // Not the key of an execution, so no attempt can have it.
            parts.meters().poison();
        }
    }

    /** Drops the unclaimed attempts of partitions that went to another worker, which runs them. */
    void dropStale() {
        scheduler.drop(attempt -> attempt.place().isStale() && attempt.claim() != Claim.HELD);
    }

    /**
     * Drops attempts that have neither started nor been claimed: the next owner reads their records again, so nothing
     * need be written.
     */
    void dropWaiting() {
        scheduler.drop(TaskFlow::waits);
    }

    /**
     * Drops such attempts of partitions that are about to be revoked, so that no slot starts one any more: the clean
     * hand-over tells the next owner that unfinished records were not started.
     */
    void dropWaitingOf(Collection<InputPartition> partitions) {
        Set<InputPartition> going = Set.copyOf(partitions);
        scheduler.drop(attempt ->
                waits(attempt) && going.contains(attempt.place().partition().id()));
    }

    private static boolean waits(Attempt attempt) {
        return attempt.claim() != Claim.HELD
                && (attempt.state() == Attempt.State.HELD || attempt.state() == Attempt.State.READY);
    }

    @Override
    public boolean isCancelled(ExecutionKey key) {
        return parts.cancellations().contains(key);
    }

    @Override
    public boolean isDuplicate(ExecutionKey key, Task task, PolledRecord arrival) {
        return parts.window()
                .isDuplicate(key, task.attempt(), task.delivery(), arrival.source(), arrival.offset(), clocks.nanos());
    }

    /** The partitions of results in which this worker has open claims. */
    List<Integer> homesOfClaims() {
        return settler.homesOfClaims();
    }
}
