package dev.carillon.timing.cron;

import static org.assertj.core.api.Assertions.assertThat;

import dev.carillon.schemas.trigger.EarlierJitter;
import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;

class JitterTest {
    private static final Instant SIX = Instant.parse("2026-11-18T06:00:00Z");
    private static final Duration MINUTE = Duration.ofMinutes(1);

    @Test
    void putsOffEvenlyByWholeSecondsUpToTheWidth() {
        int[] found = new int[61];
        Jitter jitter = new Jitter(MINUTE, List.of());
        for (int task = 0; task < 61_000; task++) {
            Duration off = Duration.between(SIX, jitter.due("task-" + task, SIX));
            found[(int) off.toSeconds()]++;
        }

        assertThat(Arrays.stream(found).boxed())
                .allSatisfy(count -> assertThat(count).isBetween(800, 1_200));
    }

    @Test
    void isTheSameForATaskAndAnInstantForEver() {
        Jitter jitter = new Jitter(Duration.ofHours(1), List.of());

        // Leaders of different versions must agree, so these values may never change.
        assertThat(jitter.due("report", SIX)).isEqualTo("2026-11-18T06:49:50Z");
        assertThat(jitter.due("report", SIX.plusSeconds(1))).isEqualTo("2026-11-18T06:34:19Z");
        assertThat(jitter.due("other", SIX)).isEqualTo("2026-11-18T06:20:23Z");
    }

    @Test
    void anInstantKeepsTheJitterWithWhichItCame() {
        Jitter before = new Jitter(Duration.ofHours(1), List.of());
        Jitter after = before.changedAt(SIX, SIX, MINUTE);

        assertThat(after.due("report", SIX)).isEqualTo(before.due("report", SIX));
        assertThat(after.due("report", SIX.plusSeconds(1)))
                .isEqualTo(new Jitter(MINUTE, List.of()).due("report", SIX.plusSeconds(1)));
        assertThat(after.longest()).isEqualTo(Duration.ofHours(1));
    }

    @Test
    void dropsAnEarlierWidthWhenItsLastInstantIsDecided() {
        Jitter changed = new Jitter(MINUTE, List.of()).changedAt(SIX, SIX, Duration.ofSeconds(30));
        Instant over = SIX.plusSeconds(60);

        assertThat(changed.changedAt(over.minusSeconds(1), over.minusSeconds(1), Duration.ofSeconds(30))
                        .earlier())
                .containsExactly(new EarlierJitter(SIX, MINUTE));
        assertThat(changed.changedAt(over, over, Duration.ofSeconds(30)).earlier())
                .isEmpty();
        assertThat(changed.changedAt(over, SIX, Duration.ofSeconds(30)).earlier())
                .as("in a pause that began before")
                .isNotEmpty();
    }

    @Test
    void withoutAWidthNothingIsPutOff() {
        assertThat(Jitter.NONE.due("report", SIX)).isEqualTo(SIX);
        assertThat(Jitter.NONE.changedAt(SIX, SIX, Duration.ZERO)).isEqualTo(Jitter.NONE);
    }
}
