package dev.carillon.worker;

import dev.carillon.kit.time.ClockPair;
import dev.carillon.schemas.error.ErrorCode;
import dev.carillon.schemas.record.AttemptTimes;
import dev.carillon.schemas.record.EventType;
import dev.carillon.schemas.record.ResultStatus;
import dev.carillon.worker.FinishedAttempts.Finished;
import dev.carillon.worker.execution.Attempt;
import dev.carillon.worker.execution.Attempt.Claim;
import dev.carillon.worker.execution.AttemptListener;
import dev.carillon.worker.execution.AttemptScheduler;
import dev.carillon.worker.execution.SlotTime;
import dev.carillon.worker.offset.PendingSettlements;
import dev.carillon.worker.offset.Settlement;
import dev.carillon.worker.report.AttemptEnding;
import dev.carillon.worker.wire.OutgoingRecord;
import java.time.Duration;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;

/**
 * Settles the claims and ends of attempts. Any thread may build the result of an end; all else belongs to the polling
 * thread.
 */
final class AttemptSettler implements AttemptListener {
    private final TaskFlow.Parts parts;
    private final PendingSettlements settlements;
    private final AttemptScheduler scheduler;
    private final ClockPair clocks;
    private final SlotTime slotTime = new SlotTime();
    /** Attempts whose claim is, or may be, committed and whose end is not. */
    private final Set<Attempt> openClaims = new LinkedHashSet<>();

    AttemptSettler(
            TaskFlow.Parts parts,
            PendingSettlements settlements,
            int concurrency,
            Consumer<Attempt> interrupts,
            ClockPair clocks) {
        this.parts = parts;
        this.settlements = settlements;
        this.clocks = clocks;
        this.scheduler = new AttemptScheduler(concurrency, interrupts, this);
    }

    AttemptScheduler scheduler() {
        return scheduler;
    }

    SlotTime slotTime() {
        return slotTime;
    }

    /** The partitions of results in which this worker has open claims. */
    List<Integer> homesOfClaims() {
        return openClaims.stream()
                .map(attempt -> parts.reports().home(attempt.key()))
                .toList();
    }

    @Override
    public void claimWanted(Attempt attempt) {
        OutgoingRecord claim = parts.reports().claim(attempt.subject(), attempt.times());
        settlements.add(new Settlement(attempt.place(), List.of(claim), new FateOfClaim(attempt)));
    }

    private final class FateOfClaim implements Settlement.Fate {
        private final Attempt attempt;

        FateOfClaim(Attempt attempt) {
            this.attempt = attempt;
        }

        @Override
        public void committed() {
            parts.meters().claimed();
            openClaim();
        }

        @Override
        public void dropped() {
            scheduler.drop(one -> one.equals(attempt));
        }

        /** If the claim was committed, only this worker can end the attempt; if not, its result is ignored. */
        @Override
        public void unknown() {
            dropped();
            openClaim();
        }

        private void openClaim() {
            openClaims.add(attempt);
            if (scheduler.claimed(attempt, clocks.now())) {
                settlements.add(settlementOf(attempt));
            }
        }
    }

    /** Also called for attempts whose handler has returned. */
    @Override
    public void ended(Attempt attempt) {
        // The claim's state at the end counts, not its state now: if the claim is committed between the two,
        // openClaim() settles the end, and settling it here too would write it twice.
        parts.finished().add(new Finished(attempt, attempt.endedWhileClaimed() ? null : settlementOf(attempt)));
    }

    private Settlement settlementOf(Attempt attempt) {
        AttemptEnding ending = attempt.ending();
        if (ending == null) {
            throw new IllegalStateException(attempt + " has not ended");
        }
        try {
            return settlementOf(attempt, ending);
        } catch (RuntimeException e) {
            // Even after a defect in this code the attempt must get an end.
            parts.meters().defect(e);
            return settlementOf(
                    attempt,
                    AttemptEnding.failed(
                            ErrorCode.INTERNAL_ERROR.name(), "its result could not be built", null, false));
        }
    }

    private Settlement settlementOf(Attempt attempt, AttemptEnding ending) {
        AttemptTimes times = attempt.times();
        if (attempt.claim() == Claim.HELD) {
            OutgoingRecord result = parts.reports().result(attempt.subject(), ending, times, true);
            return new Settlement(null, List.of(result), new Settlement.Fate() {
                @Override
                public void committed() {
                    openClaims.remove(attempt);
                }
            });
        }
        return Settlement.done(
                attempt.place(),
                ending.status() == ResultStatus.SUCCEEDED && attempt.maySettle()
                        ? parts.reports().settled(attempt.subject(), ending, times)
                        : List.of(parts.reports().result(attempt.subject(), ending, times, false)));
    }

    /** Settles the attempts that ended since the last call. */
    void settleFinished() {
        List<Finished> all = parts.finished().takeAll();
        for (Finished one : all) {
            count(one.attempt());
            if (one.settlement() != null) {
                settlements.add(one.settlement());
            }
        }
        if (!all.isEmpty()) {
            scheduler.meanSlotTime(slotTime.millis(clocks.nanos()));
        }
    }

    private void count(Attempt attempt) {
        AttemptEnding ending = attempt.ending();
        AttemptTimes times = attempt.times();
        if (ending == null) {
            return;
        }
        parts.meters().ended(ending.status());
        if (times.started() != null && times.finished() != null) {
            Duration took = Duration.between(times.started(), times.finished());
            slotTime.ended(ending.status(), took, clocks.nanos());
        }
        if (ending.status() == ResultStatus.HANDED_BACK) {
            parts.window().remove(attempt.key(), attempt.task().attempt());
        }
    }

    /** If this worker reads the attempt again, at any offset, it must not take it for a repeat. */
    @Override
    public void dropped(Attempt attempt) {
        parts.window().remove(attempt.key(), attempt.task().attempt());
    }

    @Override
    public void runsLong(Attempt attempt) {
        String message = "attempt " + attempt.task().attempt() + " is running";
        parts.optionalRecords()
                .offer(parts.reports().event(EventType.STARTED, attempt.key().toString(), clocks.instant(), message));
    }
}
