package dev.carillon.worker.presence;

import static org.assertj.core.api.Assertions.assertThat;

import dev.carillon.kit.time.ManualClock;
import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.Test;

final class ClockCheckTest {
    private final ManualClock clock = ManualClock.at("2026-11-18T06:00:00Z");
    private final ClockCheck check = new ClockCheck(clock, clock);

    private void acknowledged(Duration brokerAhead) {
        Instant sent = clock.instant();
        Instant appended = sent.plus(brokerAhead);
        clock.advance(Duration.ofMillis(100));
        check.acknowledged(sent, appended);
    }

    @Test
    void clockIsRightWithinTheTimeThatTheAnswerTook() {
        acknowledged(Duration.ofMillis(50));
        assertThat(check.deviation()).isEqualTo(Duration.ZERO);
        assertThat(check.isRight()).isTrue();
        assertThat(check.whyNot()).isEmpty();
    }

    @Test
    void clockThatIsBehindOrAheadIsNoticedAndForgivenWhenItIsRightAgain() {
        acknowledged(Duration.ofSeconds(3));
        assertThat(check.isRight()).isFalse();
        acknowledged(Duration.ofSeconds(-3));
        assertThat(check.isRight()).isFalse();
        acknowledged(Duration.ofMillis(-1_900));
        assertThat(check.isRight()).isTrue();
    }

    @Test
    void clockIsNotRightBeforeItWasComparedOnce() {
        assertThat(check.isRight()).isFalse();
        assertThat(check.whyNot()).contains("not been compared");
    }

    @Test
    void stepIsNoticedBeforeTheNextAnswer() {
        acknowledged(Duration.ofMillis(50));
        clock.advance(Duration.ofHours(1));
        assertThat(check.isRight()).isTrue();
        clock.set(clock.instant().plusSeconds(3));
        assertThat(check.isRight()).isFalse();
        clock.set(clock.instant().minusSeconds(6));
        assertThat(check.isRight()).isFalse();
        clock.set(clock.instant().plusSeconds(3));
        assertThat(check.isRight()).isTrue();
    }

    @Test
    void answerDuringWhichTheClockWasPutForwardProvesNothing() {
        Instant sent = clock.instant();
        clock.set(sent.plus(Duration.ofHours(1)));
        check.acknowledged(sent, sent);
        assertThat(check.isRight()).isFalse();
    }
}
