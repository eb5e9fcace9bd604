package dev.carillon.worker.offset;

import static dev.carillon.worker.offset.PartitionProgress.ALLOWANCE;
import static org.assertj.core.api.Assertions.assertThat;

import dev.carillon.schemas.offset.PointCodec;
import dev.carillon.schemas.offset.StoredPoint;
import dev.carillon.worker.offset.PartitionProgress.Mark;
import dev.carillon.worker.wire.InputPartition;
import dev.carillon.worker.wire.OutgoingRecord;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

final class PendingSettlementsTest {
    private static final InputPartition ID = new InputPartition("tasks", 0);
    private static final OutgoingRecord SMALL = new OutgoingRecord("dead-letters", 0, null, null, List.of());
    private static final GroupMembership MEMBER = new GroupMembership() {};

    private final List<RuntimeException> defects = new ArrayList<>();
    private final PendingSettlements settlements = new PendingSettlements(defects::add, one -> List.of(SMALL));
    private final List<String> fates = new ArrayList<>();

    @BeforeEach
    void openPartition() {
        settlements.assign(Map.of(ID, StoredPoint.untouched(0)));
        assertThat(point(take())).isEqualTo(new StoredPoint(0, true, ALLOWANCE, 0, List.of()));
        settlements.committed();
        assertThat(progress().mark()).isEqualTo(Mark.OPEN);
    }

    private PartitionProgress progress() {
        return Objects.requireNonNull(settlements.progress(ID));
    }

    private CommitBatch take() {
        return Objects.requireNonNull(settlements.take(MEMBER));
    }

    private static StoredPoint point(CommitBatch batch) {
        EncodedPoint encoded = Objects.requireNonNull(batch.points().get(ID));
        assertThat(PointCodec.decode(encoded.point().position(), encoded.metadata()))
                .isEqualTo(encoded.point());
        return encoded.point();
    }

    private static Map<InputPartition, StoredPoint> points(CommitBatch batch) {
        Map<InputPartition, StoredPoint> points = new HashMap<>();
        batch.points().forEach((id, point) -> points.put(id, point.point()));
        return points;
    }

    private void fetch(int records) {
        for (long offset = 0; offset < records; offset++) {
            assertThat(progress().fetched(offset)).isTrue();
        }
    }

    private void settle(long offset) {
        settlements.add(new Settlement(new RecordOffset(progress(), offset), List.of(record()), new Settlement.Fate() {
            @Override
            public void committed() {
                fates.add("committed " + offset);
            }

            @Override
            public void dropped() {
                fates.add("dropped " + offset);
            }
        }));
    }

    private static OutgoingRecord record() {
        return new OutgoingRecord("results", 0, new byte[] {1}, new byte[] {2}, List.of());
    }

    @Test
    void batchHasWhatIsSettledAndThePointThatGoesWithIt() {
        fetch(3);
        settle(1);
        CommitBatch batch = take();
        assertThat(batch.settlements()).hasSize(1);
        assertThat(point(batch)).isEqualTo(new StoredPoint(0, true, 2 + ALLOWANCE, 3, List.of(0L, 2L)));
        settlements.committed();
        assertThat(fates).containsExactly("committed 1");
        assertThat(settlements.hasWork()).isFalse();
    }

    @Test
    void nothingIsSettledTwiceWhenTheCommitInDoubtStands() {
        fetch(1);
        settle(0);
        CommitBatch batch = take();
        settlements.failed(Committer.Outcome.IN_DOUBT);
        settlements.resolve(points(batch));
        assertThat(fates).containsExactly("committed 0");
        assertThat(settlements.hasWork()).isFalse();
    }

    @Test
    void whatDoesNotStandGoesIntoTheNextCommit() {
        fetch(2);
        settle(0);
        take();
        settle(1);
        settlements.failed(Committer.Outcome.IN_DOUBT);
        settlements.resolve(Map.of(ID, new StoredPoint(0, true, 100, 0, List.of())));
        assertThat(fates).isEmpty();
        assertThat(take().settlements()).hasSize(2);
        settlements.committed();
        assertThat(fates).containsExactly("committed 0", "committed 1");
    }

    @Test
    void whatWasInDoubtIsDroppedWhenThePartitionIsGone() {
        fetch(1);
        settle(0);
        take();
        settlements.failed(Committer.Outcome.IN_DOUBT);
        settlements.release(List.of(ID));
        settlements.resolve(Map.of());
        assertThat(fates).containsExactly("dropped 0");
    }

    @Test
    void fateThatThrowsKeepsNoOtherFromBeingHeard() {
        fetch(3);
        settle(0);
        settlements.add(new Settlement(new RecordOffset(progress(), 1), List.of(record()), new Settlement.Fate() {
            @Override
            public void committed() {
                throw new IllegalStateException("broken");
            }
        }));
        settle(2);
        take();
        settlements.committed();
        assertThat(fates).containsExactly("committed 0", "committed 2");
        assertThat(defects).hasSize(1);
    }

    @Test
    void whatIsSettledForALostPartitionIsDropped() {
        fetch(2);
        PartitionProgress lost = progress();
        settle(0);
        settlements.release(List.of(ID));
        settlements.add(Settlement.done(new RecordOffset(lost, 1), List.of(record())));
        assertThat(fates).containsExactly("dropped 0");
        assertThat(settlements.hasWork()).isFalse();
    }

    @Test
    void endOfAClaimedAttemptOutlivesItsPartition() {
        settlements.release(List.of(ID));
        settlements.add(new Settlement(null, List.of(record()), Settlement.Fate.IGNORED));
        CommitBatch batch = take();
        assertThat(batch.settlements()).hasSize(1);
        assertThat(batch.points()).isEmpty();
    }

    @Test
    void sizeThatFailedIsNotTriedAgain() {
        fetch(100);
        for (long offset = 0; offset < 100; offset++) {
            settle(offset);
        }
        assertThat(take().settlements()).hasSize(100);
        settlements.failed(Committer.Outcome.PERHAPS_TOO_LARGE);
        settlements.resolve(Map.of(ID, new StoredPoint(0, true, 100, 0, List.of())));
        CommitBatch half = take();
        assertThat(half.settlements()).hasSize(50);
        assertThat(point(half).position()).isEqualTo(50);
        settlements.committed();
        assertThat(take().settlements()).hasSize(50);
    }

    @Test
    void recordThatCannotBeSentStopsNoOther() {
        fetch(2);
        settle(0);
        settle(1);
        StoredPoint nothing = new StoredPoint(0, true, 100, 0, List.of());
        take();
        settlements.failed(Committer.Outcome.TOO_LARGE);
        settlements.resolve(Map.of(ID, nothing));
        assertThat(take().settlements()).hasSize(1);
        settlements.failed(Committer.Outcome.PERHAPS_TOO_LARGE);
        settlements.resolve(Map.of(ID, nothing));
        assertThat(take().settlements().get(0).records())
                .as("not known to be too large")
                .doesNotContain(SMALL);
        settlements.failed(Committer.Outcome.TOO_LARGE);
        settlements.resolve(Map.of(ID, nothing));
        assertThat(take().settlements().get(0).records()).containsExactly(SMALL);
        settlements.committed();
        assertThat(fates).containsExactly("committed 0");
        assertThat(take().settlements()).hasSize(1);
    }

    @Test
    void markThatMayNotStandIsWrittenAgainBeforeAnythingStarts() {
        InputPartition other = new InputPartition("tasks", 1);
        settlements.assign(Map.of(other, StoredPoint.untouched(9)));
        take();
        settlements.failed(Committer.Outcome.IN_DOUBT);
        settlements.resolve(Map.of(other, StoredPoint.untouched(9), ID, StoredPoint.untouched(0)));
        assertThat(settlements.progress(other)).matches(p -> p.mark() == Mark.CLEAN);
        assertThat(take().points()).containsKey(other);
        settlements.committed();
        assertThat(settlements.progress(other)).matches(p -> p.mark() == Mark.OPEN);
    }

    @Test
    void handOverLeavesThePartitionClean() {
        fetch(2);
        settle(1);
        CommitBatch batch = Objects.requireNonNull(settlements.takeClean(MEMBER));
        assertThat(point(batch)).isEqualTo(new StoredPoint(0, false, 0, 2, List.of(0L)));
    }

    @Test
    void bytesCountUntilTheirCommitIsKnownToStand() {
        long one = record().size();
        fetch(3);
        settle(0);
        settle(1);
        assertThat(settlements.uncommittedBytes()).isEqualTo(2 * one);
        take();
        settle(2);
        assertThat(settlements.waiting()).isEqualTo(1);
        assertThat(settlements.uncommitted()).isEqualTo(3);
        assertThat(settlements.uncommittedBytes()).isEqualTo(3 * one);
        settlements.failed(Committer.Outcome.IN_DOUBT);
        assertThat(settlements.uncommittedBytes()).isEqualTo(3 * one);
        settlements.resolve(Map.of(ID, StoredPoint.untouched(0)));
        assertThat(settlements.uncommittedBytes()).isEqualTo(3 * one);
        take();
        settlements.committed();
        assertThat(settlements.uncommittedBytes()).isZero();
    }

    @Test
    void bytesOfWhatIsDroppedCountNoMore() {
        fetch(2);
        settle(0);
        take();
        settle(1);
        settlements.failed(Committer.Outcome.IN_DOUBT);
        settlements.release(List.of(ID));
        assertThat(settlements.uncommittedBytes()).isEqualTo(record().size());
        settlements.resolve(Map.of());
        assertThat(settlements.uncommittedBytes()).isZero();
        assertThat(settlements.uncommitted()).isZero();
    }

    @Test
    void partitionThatNeedsAMarkIsWorkThoughNothingIsSettled() {
        assertThat(settlements.hasWork()).isFalse();
        progress().requestNewMark();
        assertThat(settlements.hasNew())
                .as("it has a mark, and can wait for company")
                .isFalse();
        assertThat(settlements.hasWork()).isTrue();
        assertThat(take().settlements()).isEmpty();
        assertThat(settlements.hasWork()).as("it is on its way").isFalse();
    }

    @Test
    void partitionWithoutAMarkHurries() {
        InputPartition another = new InputPartition("tasks", 1);
        settlements.assign(Map.of(another, StoredPoint.untouched(0)));
        assertThat(settlements.hasNew()).isTrue();
        assertThat(take().points()).containsOnlyKeys(another);
        settlements.committed();
        assertThat(settlements.hasNew()).isFalse();
    }
}
