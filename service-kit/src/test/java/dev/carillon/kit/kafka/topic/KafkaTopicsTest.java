package dev.carillon.kit.kafka.topic;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.carillon.kit.errors.CodedException;
import dev.carillon.kit.errors.KitErrorCode;
import dev.carillon.kit.time.ManualClock;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class KafkaTopicsTest {
    private static final Instant START = Instant.parse("2026-11-18T06:00:00Z");

    private final ManualClock clock = new ManualClock(START);
    private final FakeCluster cluster = new FakeCluster();
    private final KafkaTopics topics = new KafkaTopics(cluster, clock.pause(), clock);
    private final List<WantedTopic> wanted = List.of(
            new WantedTopic("one", 1, Map.of("cleanup.policy", "compact")),
            new WantedTopic("twelve", 12, Map.of("retention.ms", "1000", "segment.ms", "100")));

    @Test
    void planListsMissingAndDifferentTopicsAndChangesNothing() throws Exception {
        cluster.topics.put("twelve", new ActualTopic("twelve", 6, Map.of("retention.ms", "2000", "segment.ms", "100")));
        assertThat(topics.plan(wanted).words())
                .containsExactly(
                        "missing: one (1 partition, {cleanup.policy=compact})",
                        "differs: twelve: number of partitions is 6, should be 12",
                        "differs: twelve: retention.ms is 2000, should be 1000");
        assertThat(cluster.topics).containsOnlyKeys("twelve");
        assertThat(cluster.created).isEmpty();
    }

    @Test
    void applyCreatesOnlyWhatIsMissingAndLeavesDifferencesAlone() throws Exception {
        ActualTopic differing = new ActualTopic("twelve", 6, Map.of());
        cluster.topics.put("twelve", differing);
        TopicPlan applied = topics.apply(wanted);
        assertThat(cluster.created).containsExactly("one");
        assertThat(cluster.topics).containsEntry("twelve", differing);
        assertThat(applied.missing()).extracting(WantedTopic::name).containsExactly("one");
        assertThat(applied.differing()).hasSize(3);
    }

    @Test
    void applyTwiceDoesNothingTheSecondTime() throws Exception {
        topics.apply(wanted);
        Instant afterFirst = clock.instant();
        TopicPlan second = topics.apply(wanted);
        assertThat(second.nothingToDo()).isTrue();
        assertThat(second.words()).containsExactly("all 2 topics are as they should be");
        assertThat(clock.instant()).isEqualTo(afterFirst);
    }

    @Test
    void freshTopicsAreReadyAndHaveSettledBeforeUse() throws Exception {
        cluster.looksUntilReady = 3;
        topics.apply(wanted);
        // Three looks 50 ms apart, then the half second that a new topic needs.
        assertThat(clock.instant()).isEqualTo(START.plusMillis(3 * 50 + 500));
    }

    @Test
    void partitionsThatNeverGetReadyAreNamed() {
        cluster.looksUntilReady = Integer.MAX_VALUE;
        assertThatThrownBy(() -> topics.apply(wanted)).isInstanceOfSatisfying(CodedException.class, thrown -> {
            assertThat(thrown.code()).isEqualTo(KitErrorCode.TOPICS_NOT_READY);
            assertThat(thrown).hasMessageContaining("one-0").hasMessageContaining("twelve-0");
        });
        assertThat(clock.instant()).isBetween(START.plusSeconds(30), START.plusSeconds(31));
    }

    @Test
    void topicThatAnotherProcessCreatedMeanwhileIsFineOrADifference() throws Exception {
        cluster.quickerThanUs = new ActualTopic("one", 3, Map.of("cleanup.policy", "compact"));
        TopicPlan applied = topics.apply(wanted);
        assertThat(applied.differing()).containsExactly(new TopicDifference("one", "number of partitions", "1", "3"));
    }

    /** A cluster whose partitions become ready after some looks. */
    private static final class FakeCluster implements TopicCluster {
        private final Map<String, ActualTopic> topics = new LinkedHashMap<>();
        private final List<String> created = new ArrayList<>();
        private int looksUntilReady;
        private ActualTopic quickerThanUs = new ActualTopic("unwanted", 1, Map.of());

        @Override
        public Map<String, ActualTopic> actual(Collection<String> names) {
            Map<String, ActualTopic> found = new LinkedHashMap<>(topics);
            found.keySet().retainAll(names);
            return found;
        }

        @Override
        public void create(Collection<WantedTopic> wanted) {
            topics.putIfAbsent(quickerThanUs.name(), quickerThanUs);
            for (WantedTopic topic : wanted) {
                created.add(topic.name());
                topics.putIfAbsent(topic.name(), new ActualTopic(topic.name(), topic.partitions(), topic.configs()));
            }
        }

        @Override
        public List<String> notReady(Collection<WantedTopic> wanted) {
            return looksUntilReady-- > 0
                    ? wanted.stream().map(topic -> topic.name() + "-0").toList()
                    : List.of();
        }
    }
}
