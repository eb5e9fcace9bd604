package dev.carillon.worker.dedup;

import static dev.carillon.worker.TestTasks.NOW;
import static org.assertj.core.api.Assertions.assertThat;

import dev.carillon.schemas.key.ExecutionKey;
import dev.carillon.worker.wire.InputPartition;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.Map;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

final class DedupWindowTest {
    private static final InputPartition SOURCE = new InputPartition("tasks", 0);

    private final DedupWindow window = new DedupWindow(Duration.ofHours(1), 1_600);
    private final ExecutionKey key = ExecutionKey.of("a", NOW);
    private final Where here = new Where(SOURCE, 1);
    private final Where there = new Where(SOURCE, 2);

    /** The place of a record. */
    private record Where(InputPartition source, long offset) {}

    private boolean isDuplicate(int attempt, int delivery, Where where) {
        return isDuplicate(key, attempt, delivery, where, NOW);
    }

    private boolean isDuplicate(ExecutionKey one, int attempt, int delivery, Where where, Instant now) {
        return window.isDuplicate(one, attempt, delivery, where.source(), where.offset(), nanos(now));
    }

    private void met(ExecutionKey one, int attempt, int delivery, Where where, Instant now) {
        window.add(one, attempt, delivery, where.source(), where.offset(), nanos(now));
    }

    /** The monotonic clock may start anywhere, also shortly before it overflows. */
    private static long nanos(Instant instant) {
        return Long.MAX_VALUE - 5 + Duration.between(NOW, instant).toNanos();
    }

    private static ExecutionKey numbered(int number) {
        return ExecutionKey.of("t" + number, NOW);
    }

    @Test
    void secondRecordOfAnAttemptIsADuplicate() {
        assertThat(isDuplicate(1, 1, here)).isFalse();
        met(key, 1, 1, here, NOW);
        assertThat(isDuplicate(1, 1, there)).isTrue();
        assertThat(isDuplicate(2, 1, there)).isFalse();
    }

    @Test
    void sameRecordReadAgainIsNone() {
        met(key, 1, 1, here, NOW);
        assertThat(isDuplicate(1, 1, here)).isFalse();
    }

    @Test
    void nextDeliveryOfAnAttemptThatWasHandedBackIsNone() {
        met(key, 1, 1, here, NOW);
        assertThat(isDuplicate(1, 2, there)).isFalse();
        window.remove(key, 1);
        assertThat(isDuplicate(1, 1, there)).isFalse();
        met(key, 1, 2, there, NOW);
        assertThat(isDuplicate(1, 2, here)).isTrue();
    }

    @Test
    void attemptsOfOthersAreRememberedUntilTheyAreHandedBack() {
        window.remember(new SeenAttempt(key.bytes(), 1, 1, false), nanos(NOW));
        assertThat(isDuplicate(1, 1, here)).isTrue();
        assertThat(isDuplicate(1, 2, here)).as("handed back since it was read").isFalse();
        window.remember(new SeenAttempt(key.bytes(), 1, 1, true), nanos(NOW));
        assertThat(isDuplicate(1, 1, here)).isFalse();
    }

    @Test
    void whatThisWorkerMetItselfIsNotOverwrittenByWhatItReads() {
        met(key, 1, 2, here, NOW);
        window.remember(new SeenAttempt(key.bytes(), 1, 1, true), nanos(NOW));
        assertThat(isDuplicate(1, 2, there)).isTrue();
        assertThat(isDuplicate(1, 2, here)).isFalse();
    }

    @Test
    void sameKeyAfterTheWindowIsANewExecution() {
        met(key, 1, 1, here, NOW);
        Instant later = NOW.plus(Duration.ofMinutes(59));
        assertThat(isDuplicate(key, 1, 1, there, later)).isTrue();
        assertThat(isDuplicate(key, 1, 1, there, NOW.plus(Duration.ofMinutes(61))))
                .isFalse();
    }

    @Test
    void windowIsBoundedAndForgetsTheOldest() {
        for (int i = 0; i < 10_000; i++) {
            met(numbered(i), 1, 1, here, NOW);
        }
        assertThat(window.size()).isEqualTo(1_600);
        assertThat(isDuplicate(numbered(9999), 1, 1, there, NOW)).isTrue();
        assertThat(isDuplicate(numbered(0), 1, 1, there, NOW)).isFalse();
        long recent = IntStream.range(8_500, 10_000)
                .filter(i -> isDuplicate(numbered(i), 1, 1, there, NOW))
                .count();
        assertThat(recent).isEqualTo(1_500);
        assertThat(isDuplicate(numbered(8_400), 1, 1, there, NOW)).isTrue();
        assertThat(isDuplicate(numbered(8_399), 1, 1, there, NOW)).isFalse();
    }

    @Test
    void sameOffsetOfAnotherPartitionIsAnotherRecord() {
        met(key, 1, 1, here, NOW);
        assertThat(isDuplicate(1, 1, new Where(new InputPartition("tasks", 1), 1)))
                .isTrue();
        assertThat(isDuplicate(1, 1, new Where(new InputPartition("released", 0), 1)))
                .isTrue();
    }

    @Test
    void stretchIsForgottenAsAWholeWhenItsYoungestIsTooOld() {
        Instant end = NOW;
        for (int i = 0; i < 60; i++) {
            end = NOW.plus(Duration.ofMinutes(i));
            met(numbered(i), 1, 1, here, end);
        }
        assertThat(window.size()).isEqualTo(60);
        assertThat(window.reach(nanos(end))).isEqualTo(Duration.ofMinutes(59));
        // A stretch takes 3 min 45 s, so it holds what was added in its first four minutes.
        assertThat(isDuplicate(numbered(0), 1, 1, there, NOW.plus(Duration.ofMinutes(63))))
                .as("no younger than the youngest of its stretch")
                .isTrue();
        assertThat(isDuplicate(
                        numbered(0),
                        1,
                        1,
                        there,
                        NOW.plus(Duration.ofMinutes(63)).plusNanos(1)))
                .isFalse();
        assertThat(window.size()).isEqualTo(56);
        assertThat(isDuplicate(numbered(4), 1, 1, there, NOW.plus(Duration.ofMinutes(64))))
                .isTrue();
        assertThat(window.reach(nanos(NOW.plus(Duration.ofMinutes(64))))).isEqualTo(Duration.ofMinutes(60));
    }

    @Test
    void fullWindowReachesBackAsFarAsItsOldestStretch() {
        for (int i = 0; i < 5_000; i++) {
            met(numbered(i), 1, 1, here, NOW.plusSeconds(i));
        }
        Instant end = NOW.plusSeconds(4_999);
        assertThat(window.size()).isEqualTo(1_600);
        assertThat(isDuplicate(numbered(3_400), 1, 1, there, end)).isTrue();
        assertThat(isDuplicate(numbered(3_399), 1, 1, there, end)).isFalse();
        // It is known to within a stretch of 3 min 45 s.
        assertThat(window.reach(nanos(end))).isBetween(Duration.ofSeconds(1_599), Duration.ofSeconds(1_599 + 226));
        Instant later = end.plus(Duration.ofMinutes(61));
        assertThat(isDuplicate(numbered(4_999), 1, 1, there, later)).isFalse();
        assertThat(window.size()).isZero();
        assertThat(window.reach(nanos(later))).isZero();
    }

    @Test
    void attemptMetAgainIsKnownForAnotherWindow() {
        met(key, 1, 1, here, NOW);
        Instant later = NOW.plus(Duration.ofMinutes(50));
        met(key, 1, 2, there, later);
        assertThat(isDuplicate(key, 1, 2, here, NOW.plus(Duration.ofMinutes(100))))
                .isTrue();
        assertThat(window.size()).isEqualTo(1);
    }

    /**
     * For any order of adding, handing back and adding again, the window knows what a plain map of the attempts knows.
     */
    @Test
    void windowKnowsWhatAPlainMapKnows() {
        long seed = new Random().nextLong();
        Random random = new Random(seed);
        for (int round = 0; round < 50; round++) {
            new DedupWindowTest().compare(random, "seed " + seed + " round " + round);
        }
    }

    private void compare(Random random, String name) {
        Map<Integer, Integer> deliveries = new HashMap<>();
        Map<Integer, Where> places = new HashMap<>();
        int mets = 0;
        while (mets < 1_000) {
            int number = random.nextInt(40);
            Where where = new Where(SOURCE, random.nextInt(5));
            int delivery = 1 + random.nextInt(3);
            if (random.nextInt(4) == 0) {
                window.remove(numbered(number), 1);
                deliveries.remove(number);
            } else if (random.nextBoolean()) {
                met(numbered(number), 1, delivery, where, NOW);
                mets++;
                deliveries.put(number, delivery);
                places.put(number, where);
            }
            Integer known = deliveries.get(number);
            assertThat(isDuplicate(numbered(number), 1, delivery, where, NOW))
                    .as(name)
                    .isEqualTo(known != null && delivery <= known && !where.equals(places.get(number)));
        }
    }
}
