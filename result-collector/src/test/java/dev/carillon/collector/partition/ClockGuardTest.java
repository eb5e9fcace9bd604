package dev.carillon.collector.partition;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import org.junit.jupiter.api.Test;

class ClockGuardTest {
    private static final Instant APPENDED = Instant.parse("2026-11-18T06:00:00Z");

    private final ClockGuard guard = new ClockGuard();

    @Test
    void believesInAFastClockOnTheThirdRecordInARow() {
        guard.compared(APPENDED, APPENDED.plusMillis(2_001));
        guard.compared(APPENDED, APPENDED.plusMillis(2_001));
        assertThat(guard.allowed()).isTrue();
        guard.compared(APPENDED, APPENDED.plusMillis(2_001));
        assertThat(guard.allowed()).isFalse();
        assertThat(guard.description()).contains("2001 ms ahead of", "2000 ms");
    }

    @Test
    void aSlowClockIsToldTheSameWay() {
        for (int i = 0; i < 3; i++) {
            guard.compared(APPENDED, APPENDED.minusSeconds(3));
        }
        assertThat(guard.allowed()).isFalse();
        assertThat(guard.description()).contains("3000 ms behind");
    }

    @Test
    void aPauseNowAndThenIsNoFastClock() {
        for (int i = 0; i < 100; i++) {
            guard.compared(APPENDED, APPENDED.plusSeconds(i % 3 == 0 ? 0 : 60));
        }
        assertThat(guard.allowed()).isTrue();
    }

    @Test
    void oneGoodRecordLetsTimersGoOn() {
        for (int i = 0; i < 3; i++) {
            guard.compared(APPENDED, APPENDED.plusSeconds(3));
        }
        guard.compared(APPENDED, APPENDED.plusMillis(5));
        assertThat(guard.allowed()).isTrue();
    }
}
