package dev.carillon.trigger.dispatch.clock;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.carillon.kit.time.ManualClock;
import dev.carillon.trigger.dispatch.failure.SliceFailed;
import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.Test;

final class HeadStartTest {
    private static final Instant DUE = Instant.parse("2026-11-18T06:00:00Z");

    private final ManualClock clock = new ManualClock(DUE);
    private final HeadStart headStart = new HeadStart(clock, clock, clock::advance);

    @Test
    void isAsLongAsWritingTookLatelyAndHalfOfThatMore() {
        assertThat(headStart.length()).isEqualTo(Duration.ofMillis(7));

        headStart.wrote(Duration.ofMillis(10));
        assertThat(headStart.length()).isEqualTo(Duration.ofMillis(16));

        headStart.wrote(Duration.ofMillis(2));
        assertThat(headStart.length()).isEqualTo(Duration.ofNanos(14_500_000));
        for (int i = 0; i < 100; i++) {
            headStart.wrote(Duration.ofMillis(2));
        }
        assertThat(headStart.length()).isEqualTo(Duration.ofMillis(4));
    }

    @Test
    void isLimitedAsRecordsBehindTheTicksWaitToo() {
        headStart.wrote(Duration.ofSeconds(2));

        assertThat(headStart.length()).isEqualTo(Duration.ofMillis(25));
    }

    @Test
    void waitsUntilTheInstantAndNotForOneThatHasCome() throws InterruptedException {
        clock.set(DUE.minusMillis(25));
        headStart.await(DUE);
        assertThat(clock.instant()).isEqualTo(DUE);

        clock.set(DUE.plusMillis(1));
        headStart.await(DUE);
        assertThat(clock.instant()).isEqualTo(DUE.plusMillis(1));
    }

    @Test
    void aWaitThatEndsEarlyGoesOn() throws InterruptedException {
        clock.set(DUE.minusMillis(25));
        new HeadStart(clock, clock, time -> clock.advance(time.dividedBy(2).plusNanos(1))).await(DUE);

        assertThat(clock.instant()).isAfterOrEqualTo(DUE);
    }

    @Test
    void doesNotWaitForAClockThatWasSetBackByHours() {
        clock.set(DUE.minusSeconds(7_200));

        assertThatExceptionOfType(SliceFailed.class)
                .isThrownBy(() -> headStart.await(DUE))
                .withMessageContaining("set back");

        assertThat(clock.instant()).isEqualTo(DUE.minusSeconds(7_200).plusMillis(1_025));
    }
}
