package dev.carillon.cli.topics;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.carillon.kit.config.problem.ContradictionException;
import dev.carillon.kit.kafka.topic.WantedTopic;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class WantedTopicsTest {
    private static List<WantedTopic> wanted(TopicsConfig config, String... queues) {
        return WantedTopics.of(config, List.of(queues));
    }

    @Test
    void zeroReplicasMeanTheDefaultOfTheCluster() {
        assertThat(wanted(new TopicsConfig("carillon", 3, 0), "default"))
                .allMatch(topic -> topic.replicationFactor() == null);
        assertThat(wanted(new TopicsConfig("carillon", 3, 3), "default"))
                .allMatch(topic -> Short.valueOf((short) 3).equals(topic.replicationFactor()));
    }

    @Test
    void dataTopicsHaveTheConfiguredPartitionsAndControlTopicsOne() {
        List<WantedTopic> topics = wanted(new TopicsConfig("my.bells", 7, 0), "default", "mail");
        assertThat(topics).allMatch(topic -> topic.partitions() == 7 || topic.partitions() == 1);
        assertThat(topics)
                .extracting(WantedTopic::name)
                .doesNotHaveDuplicates()
                .allMatch(name -> name.startsWith("my.bells."))
                .contains("my.bells.tasks.mail.urgent", "my.bells.tasks.default.low");
        assertThat(topics)
                .filteredOn(topic -> topic.name().endsWith(".schedules"))
                .allMatch(topic -> topic.partitions() == 1);
    }

    @Test
    void theLongestNamesAreNamesThatKafkaAllows() {
        assertThat(wanted(new TopicsConfig("n".repeat(80), 1, 0), "q".repeat(50)))
                .allMatch(topic -> topic.name().length() <= 249);
    }

    @ParameterizedTest
    @ValueSource(strings = {"a b", "a/b", "ünï", "a\n", "", "a*", "Bells", "-a", "a.", "_"})
    void aNamespaceHasTheCharactersOfATopic(String namespace) {
        assertThatThrownBy(() -> new TopicsConfig(namespace, 3, 0)).isInstanceOf(ContradictionException.class);
    }
}
