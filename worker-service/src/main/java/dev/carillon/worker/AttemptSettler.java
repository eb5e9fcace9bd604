package dev.carillon.worker;

import dev.carillon.schemas.error.ErrorCode;
import dev.carillon.schemas.record.EventType;
import dev.carillon.schemas.record.ResultStatus;
import dev.carillon.schemas.record.Times;
import dev.carillon.worker.FinishedAttempts.Finished;
import dev.carillon.worker.execution.Attempt;
import dev.carillon.worker.execution.Attempt.Claim;
import dev.carillon.worker.execution.AttemptListener;
import dev.carillon.worker.execution.AttemptRunner;
import dev.carillon.worker.execution.AttemptScheduler;
import dev.carillon.worker.execution.Pace;
import dev.carillon.worker.offset.Settlement;
import dev.carillon.worker.offset.Settlements;
import dev.carillon.worker.report.Ending;
import dev.carillon.worker.wire.Outgoing;
import java.time.Clock;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/**
 * Settles what attempts come to: their claims and their ends. What an end says is encoded on the thread on which it comes;
 * all else belongs to the thread that polls.
 */
final class AttemptSettler implements AttemptListener {
    private final TaskFlow.Parts parts;
    private final Settlements settlements;
    private final AttemptScheduler scheduler;
    private final Clock clock;
    private final Pace pace = new Pace();
    /** Claims that stand, or may stand, of attempts whose end is not committed. */
    private final Set<Attempt> openClaims = new LinkedHashSet<>();

    AttemptSettler(TaskFlow.Parts parts, Settlements settlements, int concurrency, AttemptRunner runner, Clock clock) {
        this.parts = parts;
        this.settlements = settlements;
        this.clock = clock;
        this.scheduler = new AttemptScheduler(concurrency, runner, this);
    }

    AttemptScheduler scheduler() {
        return scheduler;
    }

    Pace pace() {
        return pace;
    }

    /** The partitions of results in which this worker has open claims. */
    List<Integer> homesOfClaims() {
        return openClaims.stream()
                .map(attempt -> parts.reports().home(attempt.key()))
                .toList();
    }

    @Override
    public void claimWanted(Attempt attempt) {
        Outgoing claim = parts.reports().claim(attempt.subject(), attempt.times());
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
            stands();
        }

        @Override
        public void dropped() {
            scheduler.drop(one -> one.equals(attempt));
        }

        /** Should the claim stand, only this worker can end the attempt; should it not, what it says is passed by. */
        @Override
        public void unknown() {
            dropped();
            stands();
        }

        private void stands() {
            openClaims.add(attempt);
            if (scheduler.claimed(attempt, clock.instant())) {
                settlements.add(settlementOf(attempt));
            }
        }
    }

    @Override
    public void ended(Attempt attempt) {
        // The claim's state at the end counts, not its state now: if the claim is committed between the two, stands()
        // settles the end, and settling it here too would write it twice.
        parts.finished().add(new Finished(attempt, attempt.endedWhileClaimed() ? null : settlementOf(attempt)));
    }

    private Settlement settlementOf(Attempt attempt) {
        Ending ending = attempt.ending();
        if (ending == null) {
            throw new IllegalStateException(attempt + " has not ended");
        }
        try {
            return settlementOf(attempt, ending);
        } catch (RuntimeException e) {
            // A defect of ours: the attempt must not stay without an end for it.
            parts.meters().defect(e);
            return settlementOf(
                    attempt,
                    Ending.failed(ErrorCode.INTERNAL_ERROR.name(), "its result could not be made", null, false));
        }
    }

    private Settlement settlementOf(Attempt attempt, Ending ending) {
        Times times = attempt.times();
        if (attempt.claim() == Claim.HELD) {
            Outgoing result = parts.reports().result(attempt.subject(), ending, times, true);
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

    /** Takes what has ended since the last time to what is to be committed. */
    void settleFinished() {
        List<Finished> all = parts.finished().takeAll();
        for (Finished one : all) {
            count(one.attempt());
            if (one.settlement() != null) {
                settlements.add(one.settlement());
            }
        }
        if (!all.isEmpty()) {
            scheduler.pace(pace.millis(clock.instant()));
        }
    }

    private void count(Attempt attempt) {
        Ending ending = attempt.ending();
        Times times = attempt.times();
        if (ending == null) {
            return;
        }
        parts.meters().ended(ending.status());
        if (times.started() != null && times.finished() != null) {
            pace.ended(ending.status(), times.started(), times.finished());
        }
        if (ending.status() == ResultStatus.HANDED_BACK) {
            parts.window().takeOut(attempt.key(), attempt.task().attempt());
        }
    }

    /** The next owner, at whatever position it meets the attempt, shall not take it for a repeat. */
    @Override
    public void dropped(Attempt attempt) {
        parts.window().takeOut(attempt.key(), attempt.task().attempt());
    }

    @Override
    public void runsLong(Attempt attempt) {
        String message = "attempt " + attempt.task().attempt() + " is running";
        parts.announcements()
                .announce(parts.reports().event(EventType.STARTED, attempt.key().toString(), clock.instant(), message));
    }
}
