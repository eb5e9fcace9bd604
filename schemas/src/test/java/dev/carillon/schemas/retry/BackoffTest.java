package dev.carillon.schemas.retry;

import static org.assertj.core.api.Assertions.assertThat;

import dev.carillon.schemas.work.Retry;
import java.time.Duration;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

class BackoffTest {
    @Test
    void doublesUpToItsCap() {
        Retry retry = retry("PT10S", 2.0, "PT10M", 0);
        assertThat(rests(retry, 8))
                .containsExactly("PT10S", "PT20S", "PT40S", "PT1M20S", "PT2M40S", "PT5M20S", "PT10M", "PT10M");
    }

    @Test
    void rateOneIsConstantAndNoDelayIsNone() {
        assertThat(rests(retry("PT3S", 1.0, "PT10M", 0), 3)).containsExactly("PT3S", "PT3S", "PT3S");
        assertThat(rests(retry("PT0S", 100.0, "PT10M", 0), 3)).containsExactly("PT0S", "PT0S", "PT0S");
        assertThat(Backoff.after(1_000, retry("PT0S", 100, "PT10M", 1), "k")).isZero();
    }

    @Test
    void fractionsAreRoundedUpToMilliseconds() {
        assertThat(rests(retry("PT0.001S", 1.5, "PT10M", 0), 4))
                .containsExactly("PT0.001S", "PT0.002S", "PT0.003S", "PT0.004S");
    }

    @Test
    void theThousandthAttemptOfTheSteepestRateIsTheCap() {
        assertThat(Backoff.after(1_000, retry("PT24H", 100, "PT24H", 0), "k")).isEqualTo(Duration.ofDays(1));
    }

    @Test
    void jitterStaysWithinItsShareAndUsesAllOfIt() {
        Retry retry = retry("PT10S", 2.0, "PT10M", 0.2);
        long least = Long.MAX_VALUE;
        long most = 0;
        for (int i = 0; i < 10_000; i++) {
            long millis = Backoff.after(1, retry, "task-" + i + ":2026-11-18T06:00:00Z")
                    .toMillis();
            least = Math.min(least, millis);
            most = Math.max(most, millis);
        }
        assertThat(least).isBetween(8_000L, 8_020L);
        assertThat(most).isBetween(11_980L, 12_000L);
    }

    @Test
    void isTheSameForTheSameKeyAndAttemptAndDiffersBetweenAttempts() {
        Retry retry = retry("PT10S", 1.0, "PT10M", 0.5);
        Random random = new Random(7);
        for (int i = 0; i < 100; i++) {
            String key = "k" + random.nextInt();
            assertThat(Backoff.after(3, retry, key)).isEqualTo(Backoff.after(3, retry, key));
            assertThat(Backoff.after(3, retry, key)).isNotEqualTo(Backoff.after(4, retry, key));
        }
    }

    private static List<String> rests(Retry retry, int attempts) {
        return java.util.stream.IntStream.rangeClosed(1, attempts)
                .mapToObj(attempt -> Backoff.after(attempt, retry, "report:2026-11-18T06:00:00Z")
                        .toString())
                .toList();
    }

    private static Retry retry(String delay, double rate, String maxDelay, double jitter) {
        return new Retry(9, Duration.parse(delay), rate, Duration.parse(maxDelay), jitter, List.of(), List.of());
    }
}
