package dev.carillon.worker.execution;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

final class SlotsToWakeTest {
    private final SlotsToWake slots = new SlotsToWake(20);

    @Test
    void whileNoPaceIsKnownAsManyAreWokenAsAreReady() {
        assertThat(slots.of(50)).isEqualTo(50);
        slots.meanSlotTime(0.01);
        slots.oneEnded();
        assertThat(slots.of(50)).isEqualTo(1);
        slots.meanSlotTime(null);
        assertThat(slots.of(50)).isEqualTo(50);
    }

    @Test
    void asManyAreWokenAsGetThroughWithinAMillisecond() {
        slots.meanSlotTime(0.1);
        slots.oneEnded();
        assertThat(slots.of(100)).isEqualTo(10);
        slots.oneEnded();
        assertThat(slots.of(101)).isEqualTo(11);
        slots.oneEnded();
        assertThat(slots.of(3)).isEqualTo(1);
    }

    @Test
    void shortAttemptsGetNoMoreThanAFewThreadsAtATime() {
        slots.meanSlotTime(0.1);
        slots.oneEnded();
        assertThat(slots.of(10_000)).isEqualTo(20);
        assertThat(slots.of(10_000)).as("as many again a little later").isEqualTo(20);
        slots.meanSlotTime(0.999);
        assertThat(slots.of(10_000)).isEqualTo(20);
    }

    @Test
    void onlyAttemptsKnownToTakeLessThanAMillisecondAreShort() {
        assertThat(slots.areShort()).isFalse();
        slots.meanSlotTime(0.999);
        assertThat(slots.areShort()).isTrue();
        slots.meanSlotTime(1.0);
        assertThat(slots.areShort()).isFalse();
        slots.meanSlotTime(null);
        assertThat(slots.areShort()).isFalse();
    }

    @Test
    void attemptsOfAMillisecondAndMoreGetAThreadEach() {
        slots.meanSlotTime(1.0);
        assertThat(slots.of(100)).isEqualTo(100);
        slots.meanSlotTime(60_000.0);
        assertThat(slots.of(100)).isEqualTo(100);
    }

    @Test
    void twiceAsManyAreWokenEachTimeThatNoneHasEnded() {
        slots.meanSlotTime(0.001);
        slots.oneEnded();
        assertThat(slots.of(1_000)).isEqualTo(1);
        assertThat(slots.of(1_000)).isEqualTo(2);
        assertThat(slots.of(1_000)).isEqualTo(4);
        slots.oneEnded();
        assertThat(slots.of(1_000)).isEqualTo(1);
        assertThat(slots.of(1_000)).isEqualTo(2);
    }

    @Test
    void neverMoreAreWokenThanAreReady() {
        slots.meanSlotTime(0.001);
        for (int i = 0; i < 100; i++) {
            assertThat(slots.of(5)).isBetween(1, 5);
        }
        assertThat(slots.of(5)).isEqualTo(5);
        assertThat(slots.of(Integer.MAX_VALUE)).isPositive();
        assertThat(slots.of(0)).isZero();
        assertThat(slots.of(1_000)).as("nothing was ready before").isEqualTo(2);
    }
}
