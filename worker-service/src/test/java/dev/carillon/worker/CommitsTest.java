package dev.carillon.worker;

import static dev.carillon.worker.TestTasks.NOW;
import static org.assertj.core.api.Assertions.assertThat;

import dev.carillon.kit.time.ManualClock;
import dev.carillon.worker.intake.TaskSource;
import dev.carillon.worker.offset.Batch;
import dev.carillon.worker.offset.Committer;
import dev.carillon.worker.offset.Membership;
import dev.carillon.worker.offset.Point;
import dev.carillon.worker.offset.Settlement;
import dev.carillon.worker.offset.Settlements;
import dev.carillon.worker.wire.Arrival;
import dev.carillon.worker.wire.InputPartition;
import dev.carillon.worker.wire.Outgoing;
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

final class CommitsTest {
    private static final int LARGE_ENOUGH = 100;
    private static final Outgoing RECORD = new Outgoing("results", 0, new byte[] {1}, new byte[] {2}, List.of());
    private static final TaskSource SOURCE = new Group();

    private final ManualClock clock = new ManualClock(NOW);
    private final List<RuntimeException> defects = new ArrayList<>();
    private final Settlements settlements = new Settlements(defects::add, one -> List.of());
    private final Inbox inbox = new Inbox(() -> {}, defects::add);
    private final List<Integer> sizes = new ArrayList<>();
    private final Deque<Consumer<Committer.Outcome>> underWay = new ArrayDeque<>();
    private final Commits commits = new Commits(
            settlements,
            new Committer() {
                @Override
                public void commit(Batch batch, Consumer<Outcome> then) {
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

    /** A group that has a member, and else nothing. */
    private static final class Group implements TaskSource {
        @Override
        public void open(AssignmentListener listener) {}

        @Override
        public List<Arrival> poll(Duration atMost) {
            return List.of();
        }

        @Override
        public void pauseOnly(Set<InputPartition> partitions) {}

        @Override
        public Membership membership() {
            return new Membership() {};
        }

        @Override
        public Map<InputPartition, Point> stored(Collection<InputPartition> partitions) {
            return Map.of();
        }

        @Override
        public void seek(Map<InputPartition, Point> points) {}

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

    /** Commits so many at once, and hears that they stand. */
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
        commit(Commits.BUSY);
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
        commit(Commits.BUSY);
        end(LARGE_ENOUGH - 1);
        commitNext();
        assertThat(sizes).isEmpty();
        end(1);
        commitNext();
        assertThat(sizes).containsExactly(LARGE_ENOUGH);
    }

    @Test
    void markDoesNotWait() {
        commit(Commits.BUSY);
        end(1);
        settlements.assign(Map.of(new InputPartition("tasks", 0), Point.untouched(0)));
        commitNext();
        assertThat(sizes).as("what has ended goes with it").containsExactly(1);
    }

    @Test
    void commitThatIsNotLargeIsFollowedAtOnce() {
        commit(Commits.BUSY - 1);
        commit(1);
    }

    @Test
    void smallCommitThatWasPacedIsFollowedAtOnce() {
        commit(Commits.BUSY);
        clock.advance(Commits.PACE);
        commit(1);
        commit(1);
    }

    @Test
    void timeThatTheCommitTookCounts() {
        end(Commits.BUSY);
        commitNext();
        clock.advance(Commits.PACE);
        answer(Committer.Outcome.COMMITTED);
        end(1);
        commitNext();
        assertThat(sizes).containsExactly(Commits.BUSY, 1);
    }

    @Test
    void clockThatIsSetBackDoesNotLengthenThePace() {
        commit(Commits.BUSY);
        end(1);
        clock.set(NOW.minus(Duration.ofHours(1)));
        clock.advance(Commits.PACE);
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
