package dev.carillon.worker;

import dev.carillon.kit.time.Deadline;
import dev.carillon.schemas.error.ContractException;
import dev.carillon.schemas.error.ErrorCode;
import dev.carillon.schemas.header.Headers;
import dev.carillon.schemas.key.ExecutionKey;
import dev.carillon.schemas.record.EventType;
import dev.carillon.schemas.record.ResultStatus;
import dev.carillon.schemas.record.Task;
import dev.carillon.schemas.record.TaskPosition;
import dev.carillon.schemas.record.Times;
import dev.carillon.worker.control.Cancellations;
import dev.carillon.worker.dedup.DedupWindow;
import dev.carillon.worker.execution.Attempt;
import dev.carillon.worker.execution.Attempt.Claim;
import dev.carillon.worker.execution.AttemptRunner;
import dev.carillon.worker.execution.AttemptScheduler;
import dev.carillon.worker.execution.Gate;
import dev.carillon.worker.execution.Pace;
import dev.carillon.worker.intake.Judge;
import dev.carillon.worker.intake.Judgement;
import dev.carillon.worker.offset.PartitionProgress;
import dev.carillon.worker.offset.Place;
import dev.carillon.worker.offset.Settlement;
import dev.carillon.worker.offset.Settlements;
import dev.carillon.worker.presence.Announcements;
import dev.carillon.worker.report.Ending;
import dev.carillon.worker.report.Reports;
import dev.carillon.worker.report.Reports.Subject;
import dev.carillon.worker.wire.Arrival;
import dev.carillon.worker.wire.InputPartition;
import dev.carillon.worker.wire.Outgoing;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.Collection;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Takes records through judgement, execution and report to settlement. What is not said to be called from any thread belongs to
 * the thread that polls.
 */
final class TaskFlow implements Judge.Knowledge {
    private static final Logger LOG = LoggerFactory.getLogger(TaskFlow.class);

    private final Parts parts;
    private final Settlements settlements;
    private final AttemptSettler settler;
    private final AttemptScheduler scheduler;
    private final Clock clock;
    private long routed;

    /** What the flow leads through. */
    record Parts(
            Judge judge,
            Reports reports,
            DedupWindow window,
            Cancellations cancellations,
            FinishedAttempts finished,
            Announcements announcements,
            WorkerMeters meters) {}

    TaskFlow(Parts parts, Settlements settlements, int concurrency, AttemptRunner runner, Clock clock) {
        this.parts = parts;
        this.settlements = settlements;
        this.clock = clock;
        this.settler = new AttemptSettler(parts, settlements, concurrency, runner, clock);
        this.scheduler = settler.scheduler();
    }

    /** Settlements of which none can stop the others. */
    static Settlements settlements(Reports reports, WorkerMeters meters) {
        return new Settlements(meters::defect, settlement -> {
            meters.poison();
            Place place = settlement.place();
            TaskPosition origin = place == null
                    ? null
                    : new TaskPosition(
                            place.partition().id().topic(),
                            place.partition().id().number(),
                            place.offset());
            LOG.error("the result of {} is too large to be sent; it goes to the dead letters", place);
            return List.of(reports.deadLetters().unsendable(origin, settlement.records()));
        });
    }

    AttemptScheduler scheduler() {
        return scheduler;
    }

    /** As {@link #settleFinished}, and waits for what other threads are making; whether nothing is left. */
    boolean settleAllFinished(Deadline deadline) {
        report();
        boolean isAll = scheduler.awaitReported(deadline);
        settler.settleFinished();
        return isAll;
    }

    /** How long the thread that polls may leave what has ended to others; null if there is nothing. */
    @Nullable
    Duration unreportedFor() {
        return parts.finished().unreportedFor();
    }

    /** Ended and not yet taken to what is to be committed. */
    int finished() {
        return parts.finished().size();
    }

    Pace pace() {
        return settler.pace();
    }

    /** How many tasks have come that were routed to this worker. */
    long routed() {
        return routed;
    }

    /** Decides what becomes of a record and begins it. */
    void arrived(Arrival arrival, Gate gate, Instant now) {
        PartitionProgress partition = settlements.progress(arrival.source());
        if (partition == null) {
            return; // The partition went away while the record was on its way here.
        }
        boolean isNew = partition.fetched(arrival.offset());
        tellOfLost(partition, now);
        if (!isNew) {
            parts.meters().passedBy();
            return;
        }
        boolean doubtful = partition.mayHaveBeenStarted(arrival.offset());
        Place place = new Place(partition, arrival.offset());
        routed += arrival.hasHeader(Headers.ROUTED) ? 1 : 0;
        try {
            Judgement judgement = parts.judge().judge(arrival, this, now);
            if (judgement instanceof Judgement.Run run) {
                take(arrival, run, new Attempt.Arrived(run.submitted(), doubtful, arrival.bytes()), place, gate, now);
            } else {
                settlements.add(Settlement.done(place, recordsFor(judgement, arrival, now)));
            }
        } catch (RuntimeException e) {
            // Whatever is wrong with one record, those behind it must go on.
            LOG.error("{} can't be worked on", arrival, e);
            setAside(arrival, place, e);
        }
    }

    private void tellOfLost(PartitionProgress partition, Instant now) {
        int lost = partition.takeDeletedUnread();
        if (lost > 0) {
            parts.meters().deletedUnread(partition, lost);
            String where = partition.id().topic() + "-" + partition.id().number();
            String message = lost + (lost == 1 ? " task was" : " tasks were")
                    + " deleted by retention before anybody had done with them";
            parts.announcements().announce(parts.reports().event(EventType.RECORDS_LOST, where, now, message));
        }
    }

    private void setAside(Arrival arrival, Place place, RuntimeException failure) {
        parts.meters().poison();
        ErrorCode code = failure instanceof ContractException refused ? refused.code() : ErrorCode.INTERNAL_ERROR;
        settlements.add(Settlement.done(
                place, List.of(parts.reports().deadLetter(arrival, code, String.valueOf(failure.getMessage())))));
    }

    private void take(
            Arrival arrival, Judgement.Run run, Attempt.Arrived arrived, Place place, Gate gate, Instant now) {
        Task task = run.task();
        parts.window().met(run.key(), task.attempt(), task.delivery(), arrival.source(), arrival.offset(), now);
        Attempt.Window window = new Attempt.Window(arrival.appended(), run.notBefore(), run.deadline());
        scheduler.take(
                new Attempt(new Subject(run.key(), task, arrival.position()), place, window, arrived), gate, now);
        if (isCancelled(run.key())) {
            // The command came between the judgement and here, and has not met the attempt.
            scheduler.cancel(run.key(), now);
        }
    }

    private List<Outgoing> recordsFor(Judgement judgement, Arrival arrival, Instant now) {
        Reports reports = parts.reports();
        if (judgement instanceof Judgement.MoveHome move) {
            parts.meters().movedHome();
            return List.of(reports.movedHome(arrival, move.key(), move.home()));
        } else if (judgement instanceof Judgement.Delay delay) {
            return delayed(delay, arrival, now);
        } else if (judgement instanceof Judgement.Duplicate duplicate) {
            parts.meters().duplicate();
            String message = "attempt " + duplicate.attempt() + " came a second time, at " + arrival;
            return List.of(reports.event(EventType.DUPLICATE, duplicate.key().toString(), now, message));
        } else if (judgement instanceof Judgement.Poison poison) {
            parts.meters().poison();
            return List.of(reports.deadLetter(arrival, poison.code(), poison.message()));
        }
        return answered((Judgement.Answer) judgement, arrival, now);
    }

    private List<Outgoing> delayed(Judgement.Delay delay, Arrival arrival, Instant now) {
        try {
            Outgoing resting = parts.reports().delayed(delay.key(), delay.task());
            parts.meters().delayed();
            return List.of(resting);
        } catch (ContractException e) {
            // A task that fits its limit by a hair no longer does with its key and its deadline written out.
            String message = String.valueOf(e.getMessage());
            return answered(
                    new Judgement.Answer(delay.key(), delay.task(), ResultStatus.FAILED, e.code(), message),
                    arrival,
                    now);
        }
    }

    private List<Outgoing> answered(Judgement.Answer answer, Arrival arrival, Instant now) {
        Reports reports = parts.reports();
        Task task = answer.task();
        parts.window().met(answer.key(), task.attempt(), task.delivery(), arrival.source(), arrival.offset(), now);
        parts.meters().ended(answer.status());
        // What fails before it starts fails alike wherever it is tried again.
        Ending ending = answer.status() == ResultStatus.FAILED
                ? Ending.failed(answer.code().name(), answer.message(), null, false)
                : Ending.of(answer.status(), answer.code(), answer.message());
        Instant scheduled = task.nominalTime() != null ? task.nominalTime() : arrival.appended();
        return List.of(reports.result(
                new Subject(answer.key(), task, arrival.position()), ending, new Times(scheduled, null, now), false));
    }

    void tick(Gate gate, Instant now) {
        scheduler.tick(gate, now);
    }

    /** Figures that people look at; less often than there are rounds. */
    void measure(Instant now) {
        parts.meters().load(scheduler.running(), scheduler.held(), scheduler.leaked());
        parts.meters().window(parts.window().reach(now));
    }

    /** A handler has returned. From any thread. */
    void returned(Attempt attempt, Ending ending) {
        if (scheduler.returned(attempt, ending, clock.instant())) {
            parts.finished().ended(attempt);
        }
    }

    /** Makes the results of what has ended. From any thread. */
    void report() {
        for (Attempt attempt : parts.finished().takeUnreported()) {
            try {
                settler.ended(attempt);
            } catch (Throwable e) {
                // Without a result the record would never be done with: the worker has to end, and another one runs it.
                parts.finished().failed(e);
                throw e;
            } finally {
                scheduler.reported();
            }
        }
    }

    /** The next attempt for a thread that has nothing to do. From any thread. */
    @Nullable
    Attempt next(Gate gate) {
        FinishedAttempts finished = parts.finished();
        if (finished.isMuchUnreported()) {
            report();
        }
        Attempt next = scheduler.next(gate, clock.instant());
        if (next == null) {
            report();
        } else {
            finished.goOn();
        }
        return next;
    }

    /** Takes what has ended to what is to be committed; while attempts wait for a slot, only what was not made in time. */
    void settleFinished() {
        Duration left = parts.finished().unreportedFor();
        if (left != null && (left.isZero() || !scheduler.mayStartMore())) {
            report();
        }
        settler.settleFinished();
    }

    /** Ends an execution that is here, and answers it when it comes. From any thread. */
    void cancel(String key, Instant at) {
        parts.meters().cancellationsForgotten(parts.cancellations().add(key, at));
        try {
            scheduler.cancel(ExecutionKey.parse(key), clock.instant());
        } catch (ContractException e) {
            // Not the key of any execution: it can meet none.
            parts.meters().poison();
        }
    }

    /** The partition went to another worker: what is not claimed runs there. */
    void dropStale() {
        scheduler.drop(attempt -> attempt.place().isStale() && attempt.claim() != Claim.HELD);
    }

    /** Of what has not started nothing need be written, unless it is claimed: the next owner finds it where it is. */
    void dropWaiting() {
        scheduler.drop(TaskFlow::waits);
    }

    /**
     * These partitions are about to go: from here on no slot starts anything of them, as the next owner is told that what is
     * not done was not started.
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
    public boolean isDuplicate(ExecutionKey key, Task task, Arrival arrival) {
        return parts.window()
                .isDuplicate(key, task.attempt(), task.delivery(), arrival.source(), arrival.offset(), clock.instant());
    }

    /** The partitions of results in which this worker has open claims. */
    List<Integer> homesOfClaims() {
        return settler.homesOfClaims();
    }
}
