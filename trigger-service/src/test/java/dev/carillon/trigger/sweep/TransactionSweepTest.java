package dev.carillon.trigger.sweep;

import static org.assertj.core.api.Assertions.assertThat;

import dev.carillon.kit.time.Deadline;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.apache.kafka.clients.admin.TransactionListing;
import org.apache.kafka.clients.admin.TransactionState;
import org.apache.kafka.common.KafkaFuture;
import org.apache.kafka.common.internals.KafkaFutureImpl;
import org.junit.jupiter.api.Test;

class TransactionSweepTest {
    private static final Instant NOW = Instant.parse("2026-11-18T06:00:00Z");

    private final Map<String, Duration> open = new HashMap<>();
    private final List<Set<String>> fenced = new ArrayList<>();
    private final Map<Integer, Exception> silent = new HashMap<>();
    private final Map<String, Exception> refused = new HashMap<>();
    private boolean leading = true;
    private final SimpleMeterRegistry meters = new SimpleMeterRegistry();
    private final TransactionSweep sweep = new TransactionSweep(
            new OpenTransactions() {
                @Override
                public Found openLongerThan(Duration time, String pattern) {
                    Set<String> ids = open.entrySet().stream()
                            .filter(entry -> Pattern.matches(pattern, entry.getKey()))
                            .filter(entry -> entry.getValue().compareTo(time) > 0)
                            .map(Map.Entry::getKey)
                            .collect(Collectors.toSet());
                    return new Found(ids, silent);
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
    void nestedNamespacesSweepTheirOwn() throws InterruptedException {
        open.put("car.illon.worker.trigger.0", Duration.ofHours(1));
        open.put("car.illon.worker.x.trigger.0", Duration.ofHours(1));
        open.put("car.illon.worker.collector-u-1", Duration.ofHours(1));
        open.put("car.illon.collector-x.trigger.0", Duration.ofHours(1));
        open.put("car.illon.collector-x.worker.a-1", Duration.ofHours(1));
        sweep.runOnce(NOW);
        assertThat(fenced).isEmpty();

        open.put("car.illon.worker.host.example.org-1a2b", Duration.ofHours(1));
        sweep.runOnce(NOW);
        assertThat(fenced).containsExactly(Set.of("car.illon.worker.host.example.org-1a2b"));
    }

    @Test
    void aBrokerThatDoesNotAnswerIsCountedAndHidesNoOther() throws InterruptedException {
        silent.put(2, new IllegalStateException("no answer"));
        open.put("car.illon.worker.a", Duration.ofSeconds(4));
        sweep.runOnce(NOW);

        assertThat(fenced).containsExactly(Set.of("car.illon.worker.a"));
        assertThat(meters.counter("carillon.trigger.sweeps.failed").count()).isEqualTo(1);
    }

    @Test
    void answersOfSomeBrokersAreTakenWhenOthersFailOrAreSlow() throws InterruptedException {
        TransactionListing listing = new TransactionListing("car.illon.worker.a", 1, TransactionState.ONGOING);
        KafkaFutureImpl<Collection<TransactionListing>> refusing = new KafkaFutureImpl<>();
        refusing.completeExceptionally(new IllegalStateException("no rights"));
        OpenTransactions.Found found = KafkaOpenTransactions.found(
                Map.of(1, KafkaFuture.completedFuture(List.of(listing)), 2, refusing, 3, new KafkaFutureImpl<>()),
                Deadline.in(Duration.ZERO));

        assertThat(found.ids()).containsExactly("car.illon.worker.a");
        assertThat(found.failures()).containsOnlyKeys(2, 3);
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
    void oneIdThatCantBeFencedDoesNotHinderTheOthers() throws InterruptedException {
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
