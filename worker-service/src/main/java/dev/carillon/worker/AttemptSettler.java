package dev.carillon.worker;

import dev.carillon.schemas.record.EventType;
import dev.carillon.schemas.record.ResultStatus;
import dev.carillon.schemas.record.Times;
import dev.carillon.worker.execution.Attempt;
import dev.carillon.worker.execution.Attempt.Claim;
import dev.carillon.worker.execution.AttemptListener;
import dev.carillon.worker.execution.AttemptRunner;
import dev.carillon.worker.execution.Pace;
import dev.carillon.worker.execution.Workbench;
import dev.carillon.worker.offset.Settlement;
import dev.carillon.worker.offset.Settlements;
import dev.carillon.worker.report.Ending;
import dev.carillon.worker.wire.Outgoing;
import java.time.Clock;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/** Settles what attempts come to: their claims and their ends. Belongs to the thread that polls. */
final class AttemptSettler implements AttemptListener {
    private final TaskFlow.Parts parts;
    private final Settlements settlements;
    private final Workbench workbench;
    private final Clock clock;
    private final Pace pace = new Pace();
    /** Claims that stand, or may stand, of attempts whose end is not committed. */
    private final Set<Attempt> openClaims = new LinkedHashSet<>();

    AttemptSettler(TaskFlow.Parts parts, Settlements settlements, int concurrency, AttemptRunner runner, Clock clock) {
        this.parts = parts;
        this.settlements = settlements;
        this.clock = clock;
        this.workbench = new Workbench(concurrency, runner, this);
    }

    Workbench workbench() {
        return workbench;
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
            workbench.drop(one -> one.equals(attempt));
        }

        /** Should the claim stand, nobody but this worker can end the attempt; should it not, nobody heeds the word. */
        @Override
        public void unknown() {
            dropped();
            stands();
        }

        private void stands() {
            openClaims.add(attempt);
            workbench.claimed(attempt);
            workbench.handBackDropped(attempt, clock.instant());
            if (attempt.state() == Attempt.State.ENDED) {
                settleEnd(attempt);
            }
        }
    }

    @Override
    public void ended(Attempt attempt) {
        Ending ending = attempt.ending();
        if (ending != null) {
            parts.meters().ended(ending.status());
        }
        Times times = attempt.times();
        if (ending != null && times.started() != null && times.finished() != null) {
            pace.ended(ending.status(), times.started(), times.finished());
        }
        if (ending != null && ending.status() == ResultStatus.HANDED_BACK) {
            parts.window().takeOut(attempt.key(), attempt.task().attempt());
        }
        if (attempt.claim() != Claim.PENDING) {
            settleEnd(attempt);
        }
        // Else: the claim is on its way, and only when it stands is it known how to say this.
    }

    private void settleEnd(Attempt attempt) {
        Ending ending = attempt.ending();
        if (ending == null) {
            return;
        }
        boolean claimed = attempt.claim() == Claim.HELD;
        Outgoing result = parts.reports().result(attempt.subject(), ending, attempt.times(), claimed);
        settlements.add(new Settlement(claimed ? null : attempt.place(), List.of(result), new Settlement.Fate() {
            @Override
            public void committed() {
                openClaims.remove(attempt);
            }
        }));
    }

    /** Whoever gets it next, at whatever position, shall not take it for a repeat. */
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
