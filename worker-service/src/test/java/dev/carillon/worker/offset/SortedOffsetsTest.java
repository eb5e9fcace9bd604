package dev.carillon.worker.offset;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.NavigableSet;
import java.util.Random;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

final class SortedOffsetsTest {
    @Test
    void theyAreInOrderHoweverTheyCame() {
        SortedOffsets offsets = new SortedOffsets(new long[] {3, 7});
        assertThat(offsets.add(9)).isTrue();
        assertThat(offsets.add(1)).isTrue();
        assertThat(offsets.add(5)).isTrue();
        assertThat(offsets.add(5)).isFalse();
        assertThat(offsets.add(9)).isFalse();
        assertThat(offsets.toArray()).containsExactly(1, 3, 5, 7, 9);
        assertThat(offsets.first()).isEqualTo(1);
        assertThat(offsets.removeFirst()).isEqualTo(1);
        assertThat(offsets.remove(4)).isFalse();
        assertThat(offsets.remove(5)).isTrue();
        assertThat(offsets.toArray()).containsExactly(3, 7, 9);
    }

    @Test
    void arrayThatWasGivenIsNotChanged() {
        long[] given = new long[100];
        for (int i = 0; i < given.length; i++) {
            given[i] = i;
        }
        SortedOffsets offsets = new SortedOffsets(given);
        offsets.remove(50);
        assertThat(given[50]).isEqualTo(50);
        offsets.toArray()[0] = 77;
        assertThat(offsets.first()).isZero();
    }

    @Test
    void noneIsLeftWhenAllWereRemoved() {
        SortedOffsets offsets = new SortedOffsets(new long[0]);
        assertThat(offsets.isEmpty()).isTrue();
        for (int round = 0; round < 1_000; round++) {
            assertThat(offsets.add(round)).isTrue();
            assertThat(offsets.remove(round)).isTrue();
            assertThat(offsets.isEmpty()).isTrue();
        }
        assertThat(offsets.add(5)).as("smaller than what was there once").isTrue();
        assertThat(offsets.toArray()).containsExactly(5);
    }

    @Test
    void countOfWhatLiesUpToAnOffset() {
        SortedOffsets offsets = new SortedOffsets(new long[] {3, 7, 9});
        assertThat(List.of(
                        offsets.countUpTo(-1),
                        offsets.countUpTo(2),
                        offsets.countUpTo(3),
                        offsets.countUpTo(8),
                        offsets.countUpTo(9),
                        offsets.countUpTo(100)))
                .containsExactly(0, 0, 1, 2, 3, 3);
    }

    @Test
    void bytesOfTheDistancesAreThoseOfTheEncodedPoint() {
        SortedOffsets offsets = new SortedOffsets(new long[] {10, 11, 138, 139 + 127, 1L << 40});
        // 0, then 1, 127, 128 and much.
        assertThat(offsets.distanceBytes()).isEqualTo(1 + 1 + 1 + 2 + 6);
    }

    /** For any additions and removals, the offsets are those of a tree. */
    @Test
    void theyAreWhatATreeOfTheSameOffsetsIs() {
        long seed = new Random().nextLong();
        Random random = new Random(seed);
        for (int round = 0; round < 40; round++) {
            compare(random, round % 4, "seed " + seed + " round " + round);
        }
    }

    private static void compare(Random random, int kind, String name) {
        NavigableSet<Long> tree = new TreeSet<>();
        for (int i = random.nextInt(100); i > 0; i--) {
            tree.add(random.nextLong(200));
        }
        SortedOffsets offsets = new SortedOffsets(array(tree));
        long end = 200;
        for (int step = 0; step < 2_000; step++) {
            int what = random.nextInt(10);
            if (what < 3 + kind) {
                end += 1 + random.nextInt(3);
                assertThat(offsets.add(end)).as(name).isTrue();
                tree.add(end);
            } else if (what == 7) {
                long any = random.nextLong(end + 1);
                assertThat(offsets.add(any)).as(name).isEqualTo(tree.add(any));
            } else if (what == 8 && !tree.isEmpty()) {
                assertThat(offsets.removeFirst()).as(name).isEqualTo(tree.pollFirst());
            } else {
                long gone = near(random, tree, end);
                assertThat(offsets.remove(gone)).as(name).isEqualTo(tree.remove(gone));
            }
            same(offsets, tree, random.nextLong(end + 2), name);
        }
        assertThat(offsets.toArray()).as(name).containsExactly(array(tree));
    }

    /** Most of those that end are among the oldest. */
    private static long near(Random random, NavigableSet<Long> tree, long end) {
        if (tree.isEmpty() || random.nextInt(4) == 0) {
            return random.nextLong(end + 2);
        }
        List<Long> oldest = new ArrayList<>();
        for (long one : tree) {
            if (oldest.size() == 10) {
                break;
            }
            oldest.add(one);
        }
        return oldest.get(random.nextInt(oldest.size()));
    }

    private static void same(SortedOffsets offsets, NavigableSet<Long> tree, long any, String name) {
        assertThat(offsets.size()).as(name).isEqualTo(tree.size());
        assertThat(offsets.isEmpty()).as(name).isEqualTo(tree.isEmpty());
        if (!tree.isEmpty()) {
            assertThat(offsets.first()).as(name).isEqualTo(tree.first());
        }
        assertThat(offsets.contains(any)).as(name).isEqualTo(tree.contains(any));
        assertThat(offsets.countUpTo(any))
                .as(name)
                .isEqualTo(tree.headSet(any, true).size());
    }

    private static long[] array(NavigableSet<Long> tree) {
        return tree.stream().mapToLong(one -> one).toArray();
    }
}
