package dev.carillon.trigger.sweep;

import static org.assertj.core.api.Assertions.assertThat;

import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

class SweepTest {
    private static final Instant NOW = Instant.parse("2026-11-18T06:00:00Z");

    private final Map<String, Duration> open = new HashMap<>();
    private final List<Set<String>> fenced = new ArrayList<>();
    private final Map<String, Exception> refused = new HashMap<>();
    private boolean leading = true;
    private final SimpleMeterRegistry meters = new SimpleMeterRegistry();
    private final Sweep sweep = new Sweep(
            new OpenTransactions() {
                @Override
                public Set<String> openLongerThan(Duration time, String pattern) {
                    return open.entrySet().stream()
                            .filter(entry -> Pattern.matches(pattern, entry.getKey()))
                            .filter(entry -> entry.getValue().compareTo(time) > 0)
                            .map(Map.Entry::getKey)
                            .collect(Collectors.toSet());
                }

                @Override
                public Map<String, Exception> fence(Set<String> ids) {
                    fenced.add(new TreeSet<>(ids));
                    return refused;
                }
            },
            "car.illon",
            () -> leading,
            meters);

    @Test
    void workersAreFencedAfterThreeSecondsAndTheCollectorAfterSix() throws InterruptedException {
        open.put("car.illon.worker.a", Duration.ofMillis(3_001));
        open.put("car.illon.worker.b", Duration.ofMillis(2_999));
        open.put("car.illon.collector-x-1", Duration.ofMillis(5_999));
        open.put("car.illon.collector-x-2", Duration.ofMillis(6_001));

        sweep.runOnce(NOW);

        assertThat(fenced).containsExactly(Set.of("car.illon.worker.a", "car.illon.collector-x-2"));
        assertThat(meters.counter("carillon.trigger.transactions.swept").count())
                .isEqualTo(2);
    }

    @Test
    void theTriggersOwnAndForeignIdsAreNeverTouched() throws InterruptedException {
        open.put("car.illon.trigger.0", Duration.ofHours(1));
        open.put("carxillon.worker.a", Duration.ofHours(1));
        open.put("other", Duration.ofHours(1));

        sweep.runOnce(NOW);

        assertThat(fenced).isEmpty();
    }

    @Test
    void anIdFencedWithinTheLastMinuteGetsTwiceTheTime() throws InterruptedException {
        open.put("car.illon.worker.a", Duration.ofSeconds(4));
        sweep.runOnce(NOW);
        sweep.runOnce(NOW.plusSeconds(1));
        assertThat(fenced).hasSize(1);

        open.put("car.illon.worker.a", Duration.ofSeconds(7));
        sweep.runOnce(NOW.plusSeconds(2));
        assertThat(fenced).hasSize(2);

        open.put("car.illon.worker.a", Duration.ofSeconds(4));
        sweep.runOnce(NOW.plusSeconds(64));
        assertThat(fenced).hasSize(3);
    }

    @Test
    void oneIdThatCantBeFencedSaysNothingAboutTheOthers() throws InterruptedException {
        open.put("car.illon.worker.a", Duration.ofSeconds(4));
        open.put("car.illon.worker.b", Duration.ofSeconds(4));
        refused.put("car.illon.worker.b", new IllegalStateException("no rights"));
        sweep.runOnce(NOW);
        sweep.runOnce(NOW.plusSeconds(1));

        assertThat(fenced)
                .containsExactly(Set.of("car.illon.worker.a", "car.illon.worker.b"), Set.of("car.illon.worker.b"));
        assertThat(meters.counter("carillon.trigger.transactions.swept").count())
                .isEqualTo(1);
    }

    @Test
    void onlyTheLeaderSweeps() throws InterruptedException {
        leading = false;
        open.put("car.illon.worker.a", Duration.ofHours(1));

        sweep.runOnce(NOW);

        assertThat(fenced).isEmpty();
    }
}
