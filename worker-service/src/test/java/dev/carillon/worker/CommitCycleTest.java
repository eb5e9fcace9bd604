package dev.carillon.worker;

import static dev.carillon.worker.TestTasks.NOW;
import static org.assertj.core.api.Assertions.assertThat;

import dev.carillon.kit.time.ManualClock;
import dev.carillon.schemas.offset.StoredPoint;
import dev.carillon.worker.intake.TaskSource;
import dev.carillon.worker.offset.CommitBatch;
import dev.carillon.worker.offset.Committer;
import dev.carillon.worker.offset.GroupMembership;
import dev.carillon.worker.offset.PendingSettlements;
import dev.carillon.worker.offset.Settlement;
import dev.carillon.worker.wire.InputPartition;
import dev.carillon.worker.wire.OutgoingRecord;
import dev.carillon.worker.wire.PolledRecord;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;

final class CommitCycleTest {
    private static final int LARGE_ENOUGH = 100;
    private static final OutgoingRecord RECORD =
            new OutgoingRecord("results", 0, new byte[] {1}, new byte[] {2}, List.of());
    private static final TaskSource SOURCE = new Group();

    private final ManualClock clock = new ManualClock(NOW);
    private final List<RuntimeException> defects = new ArrayList<>();
    private final PendingSettlements settlements = new PendingSettlements(defects::add, one -> List.of());
    private final Inbox inbox = new Inbox(() -> {}, defects::add);
    private final List<Integer> sizes = new ArrayList<>();
    private final Deque<Consumer<Committer.Outcome>> underWay = new ArrayDeque<>();
    private final CommitCycle commits = new CommitCycle(
            settlements,
            new Committer() {
                @Override
                public void commit(CommitBatch batch, Consumer<Outcome> then) {
                    sizes.add(batch.settlements().size());
                    underWay.add(then);
                }

                @Override
                public void recover(Runnable then) {
                    then.run();
                }
            },
            inbox,
            new WorkerMeters(new SimpleMeterRegistry(), "default", "worker"),
            clock,
            LARGE_ENOUGH);

    /** A group with a member, and nothing else. */
    private static final class Group implements TaskSource {
        @Override
        public void open(AssignmentListener listener) {}

        @Override
        public List<PolledRecord> poll(Duration atMost) {
            return List.of();
        }

        @Override
        public void pauseOnly(Set<InputPartition> partitions) {}

        @Override
        public GroupMembership membership() {
            return new GroupMembership() {};
        }

        @Override
        public Map<InputPartition, StoredPoint> stored(Collection<InputPartition> partitions) {
            return Map.of();
        }

        @Override
        public void seek(Map<InputPartition, StoredPoint> points) {}

        @Override
        public void wakeUp() {}

        @Override
        public void close(Duration within) {}
    }

    private void end(int attempts) {
        for (int i = 0; i < attempts; i++) {
            settlements.add(new Settlement(null, List.of(RECORD), Settlement.Fate.IGNORED));
        }
    }

    private void commitNext() {
        commits.commitNext(SOURCE);
    }

    private void answer(Committer.Outcome outcome) {
        underWay.remove().accept(outcome);
        inbox.runAll();
        assertThat(defects).isEmpty();
    }

    /** Commits this many at once, successfully. */
    private void commit(int attempts) {
        end(attempts);
        commitNext();
        assertThat(sizes).last().isEqualTo(attempts);
        answer(Committer.Outcome.COMMITTED);
        sizes.clear();
    }

    @Test
    void nothingIsCommittedWhileThereIsNothing() {
        commitNext();
        assertThat(sizes).isEmpty();
        assertThat(commits.paced()).isZero();
    }

    @Test
    void loneEndIsCommittedAtOnce() {
        for (int i = 0; i < 5; i++) {
            commit(1);
        }
        assertThat(commits.paced()).isZero();
    }

    @Test
    void oneCommitFollowsTheOther() {
        end(1);
        commitNext();
        end(2);
        commitNext();
        assertThat(sizes).containsExactly(1);
        assertThat(commits.paced()).as("the answer wakes the loop").isNull();
        answer(Committer.Outcome.COMMITTED);
        commitNext();
        assertThat(sizes).containsExactly(1, 2);
    }

    @Test
    void afterALargeCommitTheNextWaitsForTime() {
        commit(CommitCycle.BUSY);
        end(1);
        commitNext();
        assertThat(sizes).isEmpty();
        assertThat(commits.paced()).isEqualTo(Duration.ofMillis(25));
        clock.advance(Duration.ofMillis(25).minusNanos(1));
        commitNext();
        assertThat(sizes).isEmpty();
        assertThat(commits.paced()).isEqualTo(Duration.ofNanos(1));
        clock.advance(Duration.ofNanos(1));
        assertThat(commits.paced()).isZero();
        commitNext();
        assertThat(sizes).containsExactly(1);
    }

    @Test
    void afterALargeCommitTheNextWaitsNoLongerThanUntilItIsLargeEnough() {
        commit(CommitCycle.BUSY);
        end(LARGE_ENOUGH - 1);
        commitNext();
        assertThat(sizes).isEmpty();
        end(1);
        commitNext();
        assertThat(sizes).containsExactly(LARGE_ENOUGH);
    }

    @Test
    void markDoesNotWait() {
        commit(CommitCycle.BUSY);
        end(1);
        settlements.assign(Map.of(new InputPartition("tasks", 0), StoredPoint.untouched(0)));
        commitNext();
        assertThat(sizes).as("what has ended goes with it").containsExactly(1);
    }

    @Test
    void commitThatIsNotLargeIsFollowedAtOnce() {
        commit(CommitCycle.BUSY - 1);
        commit(1);
    }

    @Test
    void smallCommitThatWasPacedIsFollowedAtOnce() {
        commit(CommitCycle.BUSY);
        clock.advance(CommitCycle.PACE);
        commit(1);
        commit(1);
    }

    @Test
    void timeThatTheCommitTookCounts() {
        end(CommitCycle.BUSY);
        commitNext();
        clock.advance(CommitCycle.PACE);
        answer(Committer.Outcome.COMMITTED);
        end(1);
        commitNext();
        assertThat(sizes).containsExactly(CommitCycle.BUSY, 1);
    }

    @Test
    void clockThatIsSetBackDoesNotLengthenThePace() {
        commit(CommitCycle.BUSY);
        end(1);
        clock.set(NOW.minus(Duration.ofHours(1)));
        clock.advance(CommitCycle.PACE);
        commitNext();
        assertThat(sizes).containsExactly(1);
    }

    @Test
    void nothingIsCommittedBetweenAFailureAndTheReadingBack() {
        end(1);
        commitNext();
        answer(Committer.Outcome.IN_DOUBT);
        inbox.runAll();
        end(1);
        commitNext();
        assertThat(sizes).containsExactly(1);
        commits.readBack(SOURCE);
        commitNext();
        assertThat(sizes).containsExactly(1, 2);
        assertThat(commits.uncommitted()).isEqualTo(2);
    }
}
