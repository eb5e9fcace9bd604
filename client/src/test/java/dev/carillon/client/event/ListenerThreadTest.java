package dev.carillon.client.event;

import static dev.carillon.client.MemoryCluster.NAMES;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.carillon.client.CarillonClient;
import dev.carillon.client.MemoryCluster;
import dev.carillon.client.problem.ClientException;
import dev.carillon.client.problem.ClientProblem;
import dev.carillon.client.submit.Submission;
import dev.carillon.kit.time.Eventually;
import dev.carillon.schemas.key.ExecutionKey;
import dev.carillon.schemas.record.EventType;
import dev.carillon.schemas.record.OutcomeStatus;
import java.time.Duration;
import java.util.EnumSet;
import java.util.Map;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(30)
final class ListenerThreadTest {
    private static final Duration SOON = Duration.ofSeconds(10);

    private final MemoryCluster cluster = new MemoryCluster();
    private final CarillonClient client = cluster.client;
    private final BlockingQueue<CarillonEvent> events = new LinkedBlockingQueue<>();

    @AfterEach
    void close() {
        cluster.close();
    }

    private @Nullable CarillonEvent next() throws InterruptedException {
        return events.poll(SOON.toSeconds(), TimeUnit.SECONDS);
    }

    @Test
    void onlyLaterEventsOfTheTypesAreDelivered() throws InterruptedException {
        cluster.outcome(ExecutionKey.parse("before:2026-11-18T05:00:00Z"));
        client.on(EnumSet.of(EventType.SUBMITTED, EventType.COMPLETED), events::add);
        ExecutionKey key = client.submit(Submission.of("ring"));
        assertThat(next()).isNotNull().matches(one -> one.type() == EventType.SUBMITTED && one.task() != null);
        cluster.outcome(key, OutcomeStatus.FAILED);
        cluster.outcome(key);
        assertThat(next()).isNotNull().satisfies(one -> {
            assertThat(one.type()).isEqualTo(EventType.COMPLETED);
            assertThat(one.subject()).isEqualTo(key.toString());
            assertThat(one.outcome()).isNotNull();
        });
        assertThat(events).isEmpty();
    }

    @Test
    void listenerThatThrowsIsCountedAndGetsLaterEvents() throws InterruptedException {
        Subscription subscription = client.on(EventType.COMPLETED, one -> {
            events.add(one);
            throw new IllegalStateException("not today");
        });
        ExecutionKey key = ExecutionKey.parse("bell:2026-11-18T05:00:00Z");
        cluster.outcome(key);
        assertThat(next()).isNotNull();
        cluster.put(NAMES.outcomes(), key, new byte[] {'{'}, Map.of());
        cluster.outcome(key);
        assertThat(next()).isNotNull();
        Eventually.that("both failures are counted", SOON, () -> subscription.failed() == 2);
        assertThat(subscription.delivered()).isEqualTo(2);
        assertThat(subscription.unreadable()).isEqualTo(1);
    }

    @Test
    void closedSubscriptionGetsNoMoreEventsAndMakesRoom() {
        for (int i = 0; i < 20; i++) {
            try (Subscription subscription = client.on(EventType.COMPLETED, events::add)) {
                assertThat(subscription.delivered()).isZero();
            }
        }
        cluster.outcome(ExecutionKey.parse("bell:2026-11-18T05:00:00Z"));
        assertThat(events).isEmpty();
    }

    @Test
    void listenersAreBounded() {
        for (int i = 0; i < 16; i++) {
            client.on(EventType.COMPLETED, events::add);
        }
        assertThatThrownBy(() -> client.on(EventType.COMPLETED, events::add))
                .isInstanceOfSatisfying(ClientException.class, refusal -> assertThat(refusal.problem())
                        .isEqualTo(ClientProblem.TOO_MUCH_AT_ONCE));
    }
}
