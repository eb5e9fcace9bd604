package dev.carillon.trigger.dispatch;

import static org.assertj.core.api.Assertions.assertThat;

import dev.carillon.kit.time.ManualClock;
import dev.carillon.schemas.topic.TopicNames;
import dev.carillon.schemas.work.Priority;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Predicate;
import org.junit.jupiter.api.Test;

class KafkaQueuesTest {
    private static final TopicNames NAMES = new TopicNames("carillon");
    private final ManualClock clock = ManualClock.at("2026-11-18T06:00:00Z");
    private final Set<String> topics = new HashSet<>();
    private int asked;
    private final KafkaQueues queues = new KafkaQueues(
            () -> {
                asked++;
                return Set.copyOf(topics);
            },
            NAMES,
            clock);

    @Test
    void aQueueMadeJustAfterTheListWasRenewedIsKnownToTheNextSlice() throws Exception {
        queues.begin();
        clock.advance(Duration.ofMillis(200));
        make("mail");
        clock.advance(Duration.ofMillis(300));

        assertThat(queues.get().test("mail")).isTrue();
    }

    @Test
    void aSliceAsksForUnknownQueuesOnce() throws Exception {
        queues.begin();
        clock.advance(Duration.ofMillis(1));
        Predicate<String> slice = queues.get();
        clock.advance(Duration.ofMillis(1));

        assertThat(List.of("a", "b", "c")).noneMatch(slice);

        assertThat(asked).isEqualTo(2);
    }

    private void make(String queue) {
        for (Priority priority : Priority.values()) {
            topics.add(NAMES.tasks(queue, priority));
        }
        topics.add(NAMES.released(queue));
    }
}
