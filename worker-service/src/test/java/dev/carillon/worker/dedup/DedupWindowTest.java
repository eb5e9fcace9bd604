package dev.carillon.worker.dedup;

import static dev.carillon.worker.TestTasks.NOW;
import static org.assertj.core.api.Assertions.assertThat;

import dev.carillon.schemas.key.ExecutionKey;
import dev.carillon.schemas.record.TaskPosition;
import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.Test;

final class DedupWindowTest {
    private final DedupWindow window = new DedupWindow(Duration.ofHours(1), 1_600);
    private final ExecutionKey key = ExecutionKey.of("a", NOW);
    private final TaskPosition here = new TaskPosition("tasks", 0, 1);
    private final TaskPosition there = new TaskPosition("tasks", 0, 2);

    private boolean isDuplicate(int attempt, int delivery, TaskPosition position) {
        return window.isDuplicate(key, attempt, delivery, position, NOW);
    }

    @Test
    void secondRecordOfAnAttemptIsADuplicate() {
        assertThat(isDuplicate(1, 1, here)).isFalse();
        window.met(key, 1, 1, here, NOW);
        assertThat(isDuplicate(1, 1, there)).isTrue();
        assertThat(isDuplicate(2, 1, there)).isFalse();
    }

    @Test
    void sameRecordReadAgainIsNone() {
        window.met(key, 1, 1, here, NOW);
        assertThat(isDuplicate(1, 1, here)).isFalse();
    }

    @Test
    void nextDeliveryOfAnAttemptThatWasHandedBackIsNone() {
        window.met(key, 1, 1, here, NOW);
        assertThat(isDuplicate(1, 2, there)).isFalse();
        window.takeOut(key, 1);
        assertThat(isDuplicate(1, 1, there)).isFalse();
        window.met(key, 1, 2, there, NOW);
        assertThat(isDuplicate(1, 2, here)).isTrue();
    }

    @Test
    void attemptsOfOthersAreRememberedUntilTheyAreHandedBack() {
        window.remember(new Memory(key.toString(), 1, 1, false), NOW);
        assertThat(isDuplicate(1, 1, here)).isTrue();
        assertThat(isDuplicate(1, 2, here)).as("handed back since it was read").isFalse();
        window.remember(new Memory(key.toString(), 1, 1, true), NOW);
        assertThat(isDuplicate(1, 1, here)).isFalse();
    }

    @Test
    void whatThisWorkerMetItselfIsNotOverwrittenByWhatItReads() {
        window.met(key, 1, 2, here, NOW);
        window.remember(new Memory(key.toString(), 1, 1, true), NOW);
        assertThat(isDuplicate(1, 2, there)).isTrue();
        assertThat(isDuplicate(1, 2, here)).isFalse();
    }

    @Test
    void sameKeyAfterTheWindowIsANewExecution() {
        window.met(key, 1, 1, here, NOW);
        Instant later = NOW.plus(Duration.ofMinutes(59));
        assertThat(window.isDuplicate(key, 1, 1, there, later)).isTrue();
        assertThat(window.isDuplicate(key, 1, 1, there, NOW.plus(Duration.ofMinutes(61))))
                .isFalse();
    }

    @Test
    void windowIsBoundedAndForgetsTheOldest() {
        for (int i = 0; i < 10_000; i++) {
            window.met(ExecutionKey.of("t" + i, NOW), 1, 1, here, NOW);
        }
        assertThat(window.size()).isBetween(1_600, 1_700);
        assertThat(window.isDuplicate(ExecutionKey.of("t9999", NOW), 1, 1, there, NOW))
                .isTrue();
        assertThat(window.isDuplicate(ExecutionKey.of("t0", NOW), 1, 1, there, NOW))
                .isFalse();
        long recent = java.util.stream.IntStream.range(8_500, 10_000)
                .filter(i -> window.isDuplicate(ExecutionKey.of("t" + i, NOW), 1, 1, there, NOW))
                .count();
        assertThat(recent).isEqualTo(1_500);
    }
}
