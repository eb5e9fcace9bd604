package dev.carillon.worker.offset;

import static dev.carillon.worker.offset.PartitionProgress.ALLOWANCE;
import static org.assertj.core.api.Assertions.assertThat;

import dev.carillon.schemas.offset.PointCodec;
import dev.carillon.schemas.offset.StoredPoint;
import dev.carillon.worker.offset.PartitionProgress.Mark;
import dev.carillon.worker.wire.InputPartition;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Test;

final class PartitionProgressTest {
    private static final InputPartition ID = new InputPartition("tasks", 3);

    @Test
    void noMoreIsFetchedThanACommittedMarkTellsASuccessorToExpect() {
        PartitionProgress progress = new PartitionProgress(new InputPartition("tasks", 0), StoredPoint.untouched(0));
        assertThat(progress.exceedsMark(1)).isTrue();
        StoredPoint first = progress.openPoint();
        assertThat(progress.exceedsMark(1)).as("before the mark is committed").isTrue();
        progress.stored(first);
        for (long offset = 0; offset < ALLOWANCE - 2; offset++) {
            assertThat(progress.exceedsMark(1)).isFalse();
            progress.fetched(offset);
        }
        assertThat(progress.exceedsMark(2)).isFalse();
        assertThat(progress.exceedsMark(3)).isTrue();
        progress.done(0);
        StoredPoint second = progress.openPoint();
        assertThat(progress.exceedsMark(2)).as("while the second is on its way").isFalse();
        assertThat(progress.exceedsMark(3))
                .as("the commit of what is done may fail")
                .isTrue();
        progress.stored(second);
        assertThat(progress.exceedsMark(ALLOWANCE)).isFalse();
        assertThat(progress.exceedsMark(ALLOWANCE + 1)).isTrue();
    }

    @Test
    void markThatIsUsedUpIsRenewedOnce() {
        PartitionProgress progress = from(StoredPoint.untouched(0));
        assertThat(progress.isNew()).isTrue();
        progress.stored(progress.openPoint());
        assertThat(progress.isNew()).isFalse();
        progress.mark(Mark.OPEN);
        fetch(progress, 0, ALLOWANCE);
        assertThat(progress.exceedsMark(1)).isTrue();
        progress.requestNewMark();
        assertThat(progress.mark())
                .as("nothing is fetched before the new mark is committed")
                .isEqualTo(Mark.CLEAN);
        assertThat(progress.openPoint().mayHaveFetched()).isEqualTo(2 * ALLOWANCE);

        progress.mark(Mark.OPENING);
        progress.requestNewMark();
        assertThat(progress.mark()).as("it is on its way").isEqualTo(Mark.OPENING);
    }

    private static void fetch(PartitionProgress progress, long from, int count) {
        for (long offset = from; offset < from + count; offset++) {
            assertThat(progress.fetched(offset)).isTrue();
        }
    }

    private static PartitionProgress from(StoredPoint point) {
        return new PartitionProgress(ID, point);
    }

    @Test
    void positionIsTheFirstRecordThatIsNotDone() {
        PartitionProgress progress = from(StoredPoint.untouched(5));
        for (long offset = 5; offset < 10; offset++) {
            assertThat(progress.fetched(offset)).isTrue();
        }
        progress.done(6);
        progress.done(8);
        assertThat(progress.openPoint()).isEqualTo(new StoredPoint(5, true, 3 + ALLOWANCE, 10, List.of(5L, 7L, 9L)));
        progress.done(5);
        progress.done(7);
        progress.done(9);
        assertThat(progress.openPoint()).isEqualTo(new StoredPoint(10, true, ALLOWANCE, 10, List.of()));
    }

    @Test
    void holesOfAnEarlierOwnerAreRunAndTheRestIsPassedBy() {
        PartitionProgress progress = from(new StoredPoint(5, false, 0, 10, List.of(5L, 8L)));
        List<Long> run = new ArrayList<>();
        for (long offset = 5; offset < 12; offset++) {
            if (progress.fetched(offset)) {
                run.add(offset);
            }
        }
        assertThat(run).containsExactly(5L, 8L, 10L, 11L);
    }

    @Test
    void holeWhoseRecordWasDeletedIsForgottenWhenALaterOneComes() {
        PartitionProgress progress = from(new StoredPoint(5, false, 0, 10, List.of(5L, 8L)));
        assertThat(progress.fetched(8)).isTrue();
        progress.done(8);
        assertThat(progress.openPoint().position()).isEqualTo(10);
        assertThat(progress.takeDeletedUnread()).isEqualTo(1);
        assertThat(progress.takeDeletedUnread()).isZero();
    }

    @Test
    void offsetsThatHoldNoRecordCountAsDone() {
        PartitionProgress progress = from(StoredPoint.untouched(0));
        assertThat(progress.fetched(0)).isTrue();
        assertThat(progress.fetched(7)).isTrue();
        progress.done(0);
        assertThat(progress.openPoint().position()).isEqualTo(7);
    }

    @Test
    void onlyTheRecordsThatAnOwnerCouldHaveFetchedAreInDoubt() {
        PartitionProgress progress = from(new StoredPoint(0, true, 2, 0, List.of()));
        List<Boolean> doubts = new ArrayList<>();
        for (long offset = 0; offset < 4; offset++) {
            assertThat(progress.fetched(offset)).isTrue();
            doubts.add(progress.mayHaveBeenStarted(offset));
        }
        assertThat(doubts).containsExactly(true, true, false, false);
    }

    @Test
    void cleanHandOverPassesTheDoubtsOfAnEarlierOwnerOn() {
        PartitionProgress progress = from(new StoredPoint(0, true, 3, 0, List.of()));
        assertThat(progress.fetched(0)).isTrue();
        assertThat(progress.mayHaveBeenStarted(0)).isTrue();
        assertThat(progress.cleanPoint()).isEqualTo(new StoredPoint(0, true, 3, 1, List.of(0L)));

        PartitionProgress known = from(StoredPoint.untouched(0));
        assertThat(known.fetched(0)).isTrue();
        assertThat(known.cleanPoint().open()).isFalse();
    }

    @Test
    void partitionIsFullBeforeItsHolesOutgrowTheMetadata() {
        PartitionProgress progress = from(StoredPoint.untouched(0));
        long offset = 0;
        Random random = new Random(1);
        while (!progress.isFull()) {
            assertThat(progress.fetched(offset)).isTrue();
            offset += 1 + random.nextInt(200);
        }
        for (int more = 0; more < 250; more++) {
            assertThat(progress.fetched(offset++)).isTrue();
        }
        progress.mark(Mark.OPEN);
        StoredPoint point = progress.openPoint();
        assertThat(point.mayHaveFetched()).isEqualTo(progress.unfinished() + ALLOWANCE);
        assertThat(PointCodec.encode(point).length()).isLessThanOrEqualTo(PointCodec.MAX_CHARS);
    }

    @Test
    void holesThatWereTakenOverDoNotKeepThePartitionFromBeingFetched() {
        List<Long> holes = new ArrayList<>();
        for (long hole = 0; hole < 2_900; hole++) {
            holes.add(hole);
        }
        PartitionProgress progress = from(new StoredPoint(0, true, 10, 2_900, holes));
        assertThat(progress.isFull()).isFalse();
        assertThat(progress.unfinished()).isZero();
        holes.forEach(hole -> assertThat(progress.fetched(hole)).isTrue());
        assertThat(progress.isFull()).isTrue();
        assertThat(progress.unfinished()).isEqualTo(2_900);
    }

    @Test
    void longRunningTaskDoesNotFillItsPartition() {
        PartitionProgress progress = from(StoredPoint.untouched(0));
        assertThat(progress.fetched(0)).isTrue();
        for (long offset = 1; offset < 1_000_000; offset++) {
            assertThat(progress.fetched(offset)).isTrue();
            progress.done(offset);
        }
        assertThat(progress.isFull()).isFalse();
    }

    /** Any order of ends, a crash at any point: nothing is lost, and only what was in flight runs again. */
    @Test
    void crashesLoseNothingAndRepeatOnlyWhatWasInFlight() {
        long seed = new Random().nextLong();
        Random random = new Random(seed);
        for (int round = 0; round < 300; round++) {
            new Crashes(random, "seed " + seed + " round " + round).run();
        }
    }

    private static final class Crashes {
        private static final int RECORDS = 60;
        private final Random random;
        private final String name;
        private final Map<Long, Integer> runs = new HashMap<>();
        private final Set<Long> committedDone = new HashSet<>();
        private String stored = "";
        private long position;

        Crashes(Random random, String name) {
            this.random = random;
            this.name = name;
        }

        void run() {
            int crashes = 0;
            while (committedDone.size() < RECORDS) {
                life(crashes < 5);
                crashes++;
            }
            assertThat(runs.keySet()).as(name).hasSize(RECORDS);
            assertThat(PointCodec.decode(position, stored)).as(name).matches(point -> point.position() == RECORDS);
        }

        /** One owner, from its assignment to its crash or its end. */
        private void life(boolean mayCrash) {
            PartitionProgress progress = from(PointCodec.decode(position, stored));
            long next = position;
            List<Long> inFlight = new ArrayList<>();
            List<Long> ended = new ArrayList<>();
            while (next < RECORDS || !inFlight.isEmpty() || !ended.isEmpty()) {
                int step = random.nextInt(10);
                if (mayCrash && random.nextInt(40) == 0) {
                    return;
                } else if (step < 5 && next < RECORDS) {
                    if (progress.fetched(next)) {
                        assertThat(committedDone).as(name).doesNotContain(next);
                        runs.merge(next, 1, Integer::sum);
                        inFlight.add(next);
                    }
                    next++;
                } else if (step < 8 && !inFlight.isEmpty()) {
                    ended.add(inFlight.remove(random.nextInt(inFlight.size())));
                } else {
                    commit(progress, ended);
                }
            }
        }

        private void commit(PartitionProgress progress, List<Long> ended) {
            ended.forEach(progress::done);
            if (random.nextInt(4) == 0) {
                ended.forEach(progress::notDone); // The commit is known to have failed.
                return;
            }
            StoredPoint point = progress.openPoint();
            progress.stored(point);
            position = point.position();
            stored = PointCodec.encode(point);
            committedDone.addAll(ended);
            ended.clear();
        }
    }
}
