package dev.carillon.worker;

import dev.carillon.schemas.record.Task;
import dev.carillon.worker.execution.Attempt;
import dev.carillon.worker.execution.AttemptScheduler;
import dev.carillon.worker.offset.PartitionProgress;
import dev.carillon.worker.offset.PendingSettlements;
import dev.carillon.worker.offset.Settlement;
import java.util.List;
import java.util.function.Predicate;

/**
 * Moves the farthest of too many held tasks to {@code delayed}, so that what waits for its instant never keeps the
 * worker from fetching what is due. Belongs to the polling thread.
 */
final class HeldOverflow {
    /** The part of what is held that is moved at a time. */
    private static final int PART = 4;

    private final TaskFlow.Parts parts;
    private final PendingSettlements settlements;
    private final AttemptScheduler scheduler;
    private final int hold;
    /** How many moves are not committed yet: their records still count as unfinished. */
    private int underWay;

    HeldOverflow(TaskFlow.Parts parts, PendingSettlements settlements, AttemptScheduler scheduler, int hold) {
        this.parts = parts;
        this.settlements = settlements;
        this.scheduler = scheduler;
        this.hold = hold;
    }

    /** Makes room if the worker holds as many tasks as it may, or one of its partitions has too many unfinished. */
    void makeRoom() {
        if (underWay > 0 || scheduler.held() == 0) {
            return;
        }
        if (scheduler.held() >= hold) {
            move(any -> true, Math.max(1, hold / PART));
        }
        for (PartitionProgress partition : settlements.assigned()) {
            if (partition.isFull()) {
                move(attempt -> attempt.place().partition().equals(partition), PartitionProgress.MAX_HOLES / PART);
            }
        }
    }

    private void move(Predicate<Attempt> condition, int count) {
        for (Attempt attempt : scheduler.removeFarthest(condition, count)) {
            // It comes back as the same attempt, which must not look like a repeat.
            parts.window().remove(attempt.key(), attempt.task().attempt());
            underWay++;
            Task task = attempt.task().withTimes(attempt.notBefore(), attempt.deadline());
            settlements.add(
                    new Settlement(attempt.place(), List.of(parts.reports().delayed(attempt.key(), task)), new Move()));
        }
    }

    private final class Move implements Settlement.Fate {
        @Override
        public void committed() {
            parts.meters().delayed();
            underWay--;
        }

        @Override
        public void dropped() {
            underWay--;
        }
    }
}
