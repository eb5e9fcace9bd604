package dev.carillon.worker;

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
import dev.carillon.worker.execution.Gate;
import dev.carillon.worker.execution.Pace;
import dev.carillon.worker.execution.Workbench;
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
import dev.carillon.worker.wire.Outgoing;
import java.time.Clock;
import java.time.Instant;
import java.util.List;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Takes records through judgement, execution and report to settlement. Belongs to the thread that polls. */
final class TaskFlow implements Judge.Knowledge {
    private static final Logger LOG = LoggerFactory.getLogger(TaskFlow.class);

    private final Parts parts;
    private final Settlements settlements;
    private final AttemptSettler settler;
    private final Workbench workbench;
    private final Clock clock;
    private long routed;

    /** What the flow leads through. */
    record Parts(
            Judge judge,
            Reports reports,
            DedupWindow window,
            Cancellations cancellations,
            Announcements announcements,
            WorkerMeters meters) {}

    TaskFlow(Parts parts, Settlements settlements, int concurrency, AttemptRunner runner, Clock clock) {
        this.parts = parts;
        this.settlements = settlements;
        this.clock = clock;
        this.settler = new AttemptSettler(parts, settlements, concurrency, runner, clock);
        this.workbench = settler.workbench();
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
            LOG.error("what was to be said of {} can't be sent: too large; it goes to the dead letters", place);
            return List.of(reports.deadLetters().unsendable(origin, settlement.records()));
        });
    }

    Workbench workbench() {
        return workbench;
    }

    Pace pace() {
        return settler.pace();
    }

    /** How many tasks have come for which somebody chose this worker. */
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
                take(arrival, run, place, doubtful, gate, now);
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

    private void take(Arrival arrival, Judgement.Run run, Place place, boolean doubtful, Gate gate, Instant now) {
        Task task = run.task();
        parts.window().met(run.key(), task.attempt(), task.delivery(), arrival.position(), now);
        Attempt.Window window = new Attempt.Window(arrival.appended(), run.notBefore(), run.deadline());
        workbench.take(
                new Attempt(new Subject(run.key(), task, arrival.position()), place, window, doubtful), gate, now);
    }

    private List<Outgoing> recordsFor(Judgement judgement, Arrival arrival, Instant now) {
        Reports reports = parts.reports();
        if (judgement instanceof Judgement.MoveHome move) {
            parts.meters().movedHome();
            return List.of(reports.movedHome(arrival, move.key(), move.home()));
        } else if (judgement instanceof Judgement.Delay delay) {
            parts.meters().delayed();
            return List.of(reports.delayed(delay.key(), delay.task()));
        } else if (judgement instanceof Judgement.Duplicate duplicate) {
            parts.meters().duplicate();
            String message = "attempt " + duplicate.attempt() + " came a second time, at " + arrival;
            return List.of(reports.event(EventType.DUPLICATE, duplicate.key().toString(), now, message));
        } else if (judgement instanceof Judgement.Poison poison) {
            parts.meters().poison();
            return List.of(reports.deadLetter(arrival, poison.code(), poison.message()));
        }
        Judgement.Answer answer = (Judgement.Answer) judgement;
        Task task = answer.task();
        parts.window().met(answer.key(), task.attempt(), task.delivery(), arrival.position(), now);
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
        workbench.tick(gate, now);
        parts.meters().load(workbench.running(), workbench.held(), workbench.leaked());
        parts.meters().window(parts.window().reach(now));
    }

    /** A handler has returned. */
    void returned(Attempt attempt, Ending ending) {
        workbench.returned(attempt, ending, clock.instant());
    }

    void cancel(String key, Instant at) {
        parts.meters().cancellationsForgotten(parts.cancellations().add(key, at));
        try {
            workbench.cancel(ExecutionKey.parse(key), clock.instant());
        } catch (ContractException e) {
            // Not the key of any execution: it can meet none.
            parts.meters().poison();
        }
    }

    /** Its partition has gone: what is not claimed runs elsewhere. */
    void dropStale() {
        workbench.drop(attempt -> attempt.place().isStale() && attempt.claim() != Claim.HELD);
    }

    /** What has not started need not be said anything of, unless it is claimed: the next owner finds it where it is. */
    void dropWaiting() {
        workbench.drop(attempt -> attempt.claim() != Claim.HELD
                && (attempt.state() == Attempt.State.HELD || attempt.state() == Attempt.State.READY));
    }

    @Override
    public boolean isCancelled(ExecutionKey key) {
        return parts.cancellations().contains(key.toString());
    }

    @Override
    public boolean isDuplicate(ExecutionKey key, Task task, Arrival arrival) {
        return parts.window().isDuplicate(key, task.attempt(), task.delivery(), arrival.position(), clock.instant());
    }

    /** The partitions of results in which this worker has open claims. */
    List<Integer> homesOfClaims() {
        return settler.homesOfClaims();
    }
}
