package dev.carillon.kit.kafka.topic;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.carillon.kit.errors.CodedException;
import dev.carillon.kit.lifecycle.ServiceState;
import dev.carillon.kit.time.Eventually;
import dev.carillon.kit.time.SystemTime;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class KafkaTopicBondTest {
    private static final Duration SOON = Duration.ofSeconds(20);
    private static final TopicNeeds NEEDS = new TopicNeeds(List.of("tasks"), List.of(), List.of(), List.of(), Map.of());

    private final Map<String, SeenTopic> topics = new ConcurrentHashMap<>(Map.of("tasks", new SeenTopic("one", 4)));
    private final List<String> calls = new CopyOnWriteArrayList<>();
    private final AtomicInteger looks = new AtomicInteger();
    private volatile boolean silent;
    private volatile boolean startFails;

    private final KafkaTopicBond bond = new KafkaTopicBond(
            "role",
            new KafkaTopicBond.Bound() {
                @Override
                public void start() {
                    calls.add("start");
                    if (startFails) {
                        throw new IllegalStateException("no luck");
                    }
                }

                @Override
                public void stop(Duration within) {
                    calls.add("stop");
                }
            },
            there -> NEEDS,
            FakeLook::new,
            time -> Thread.onSpinWait(),
            Duration.ofMillis(1),
            SystemTime.clock());

    private final class FakeLook implements TopicLook {
        @Override
        public Set<String> names() {
            looks.incrementAndGet();
            if (silent) {
                throw new IllegalStateException("no broker");
            }
            return Set.copyOf(topics.keySet());
        }

        @Override
        public Map<String, SeenTopic> see(Set<String> asked) {
            return Map.copyOf(topics);
        }
    }

    private void awaitCalls(String... wanted) {
        Eventually.that(List.of(wanted) + " were called", SOON, () -> {
            assertThat(calls).containsExactly(wanted);
            return true;
        });
    }

    private void awaitLooks(int more) {
        int before = looks.get();
        Eventually.that("it looked again", SOON, () -> looks.get() >= before + more);
    }

    @AfterEach
    void stop() {
        bond.stop(Duration.ofSeconds(5));
    }

    @Test
    void aRoleWithoutItsTopicsDoesNotStart() {
        topics.clear();
        assertThatThrownBy(bond::start)
                .isInstanceOf(CodedException.class)
                .hasMessageContaining("role can't start: topic tasks does not exist");
        assertThat(calls).doesNotContain("start");
    }

    @Test
    void aDeletedTopicStopsTheRoleUntilItIsBack() throws Exception {
        bond.start();
        topics.clear();
        awaitCalls("start", "stop");
        assertThat(bond.check().ok()).isFalse();
        assertThat(bond.check().words()).startsWith("TOPICS_MISSING: ");
        assertThat(bond.state()).isEqualTo(ServiceState.RUNNING);

        topics.put("tasks", new SeenTopic("two", 4));
        awaitCalls("start", "stop", "start");
        Eventually.that("it is well", SOON, () -> bond.check().ok());
    }

    @Test
    void aTopicCreatedAgainBetweenTwoLooksRestartsTheRole() throws Exception {
        bond.start();
        topics.put("tasks", new SeenTopic("two", 4));
        awaitCalls("start", "stop", "start");
    }

    @Test
    void noAnswerChangesNothing() throws Exception {
        bond.start();
        silent = true;
        topics.clear();
        awaitLooks(3);
        assertThat(calls).containsExactly("start");
        assertThat(bond.check().ok()).isTrue();
    }

    @Test
    void aPartThatBreaksOnGoodTopicsFailsTheRole() throws Exception {
        bond.start();
        bond.brokenBy(new IllegalStateException("defect"));
        Eventually.that("it failed", SOON, () -> bond.state() == ServiceState.FAILED);
    }

    @Test
    void aPartThatBreaksForWantOfItsTopicsDoesNot() throws Exception {
        bond.start();
        silent = true;
        bond.brokenBy(new IllegalStateException("no such topic"));
        topics.clear();
        awaitLooks(2);
        silent = false;
        awaitCalls("start", "stop");
        assertThat(bond.state()).isEqualTo(ServiceState.RUNNING);
    }

    @Test
    void aStartThatFailsIsTriedAgain() throws Exception {
        bond.start();
        topics.clear();
        awaitCalls("start", "stop");
        startFails = true;
        topics.put("tasks", new SeenTopic("two", 4));
        Eventually.that("it tried more than once", SOON, () -> calls.size() > 5);
        assertThat(bond.check().ok()).isFalse();
        startFails = false;
        Eventually.that("it is well", SOON, () -> bond.check().ok());
    }
}
