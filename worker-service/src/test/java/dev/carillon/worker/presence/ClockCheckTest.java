package dev.carillon.worker.presence;

import static org.assertj.core.api.Assertions.assertThat;

import dev.carillon.kit.time.ManualClock;
import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.Test;

final class ClockCheckTest {
    private final ManualClock clock = ManualClock.at("2026-11-18T06:00:00Z");
    private final ClockCheck check = new ClockCheck();

    private void answered(Duration brokerAhead) {
        Instant sent = clock.instant();
        Instant appended = sent.plus(brokerAhead);
        check.observed(sent, appended, clock.advance(Duration.ofMillis(100)).instant());
    }

    @Test
    void clockIsRightWithinTheTimeThatTheAnswerTook() {
        answered(Duration.ofMillis(50));
        assertThat(check.deviation()).isZero();
        assertThat(check.isRight()).isTrue();
    }

    @Test
    void clockThatIsBehindOrAheadIsNoticedAndForgivenWhenItIsRightAgain() {
        answered(Duration.ofSeconds(3));
        assertThat(check.isRight()).isFalse();
        answered(Duration.ofSeconds(-3));
        assertThat(check.isRight()).isFalse();
        answered(Duration.ofMillis(-1_900));
        assertThat(check.isRight()).isTrue();
    }
}
