package dev.carillon.kit.kafka.topic;

import static org.assertj.core.api.Assertions.assertThat;

import dev.carillon.kit.errors.KitErrorCode;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class TopicNeedsTest {
    private static final TopicNeeds NEEDS = new TopicNeeds(
            List.of("results", "delayed", "state", "input"),
            List.of("results", "delayed", "changelog"),
            List.of("tasks"),
            List.of("state", "input"),
            Map.of("state", "Delete input as well"));

    private static SeenTopic of(int partitions) {
        return new SeenTopic("id", partitions);
    }

    private static final Map<String, SeenTopic> RIGHT =
            Map.of("results", of(4), "delayed", of(4), "state", of(1), "input", of(1), "tasks", of(4));

    private static Map<String, SeenTopic> with(String topic, SeenTopic seen) {
        Map<String, SeenTopic> all = new HashMap<>(RIGHT);
        all.put(topic, seen);
        return all;
    }

    private static Map<String, SeenTopic> without(String topic) {
        Map<String, SeenTopic> all = new HashMap<>(RIGHT);
        all.remove(topic);
        return all;
    }

    @Test
    void topicsAsTheyShouldBeAreNoTrouble() {
        assertThat(NEEDS.judge(RIGHT, Map.of())).isEmpty();
        assertThat(NEEDS.judge(RIGHT, RIGHT)).isEmpty();
    }

    @Test
    void aMissingTopicIsNamedWithItsFix() {
        assertThat(NEEDS.judge(without("results"), Map.of())).hasValueSatisfying(trouble -> {
            assertThat(trouble.code()).isEqualTo(KitErrorCode.TOPICS_MISSING);
            assertThat(trouble.words()).contains("topic results does not exist", "carillon topics create");
        });
        assertThat(NEEDS.judge(without("state"), Map.of()))
                .hasValueSatisfying(trouble -> assertThat(trouble.words()).contains("Delete input as well"));
    }

    @Test
    void anUnequalNumberOfPartitionsIsNamed() {
        assertThat(NEEDS.judge(with("changelog", of(8)), Map.of())).hasValueSatisfying(trouble -> {
            assertThat(trouble.code()).isEqualTo(KitErrorCode.PARTITIONS_DIFFER);
            assertThat(trouble.words()).contains("results has 4", "changelog has 8");
        });
    }

    @Test
    void moreThanHomesAreFineWhereOnlyTheirNumberIsNeededAndFewerAreNot() {
        assertThat(NEEDS.judge(with("tasks", of(8)), Map.of())).isEmpty();
        assertThat(NEEDS.judge(with("tasks", of(3)), Map.of()))
                .hasValueSatisfying(trouble -> assertThat(trouble.words()).contains("tasks has 3"));
    }

    @Test
    void topicsThatReferToEachOtherAreCreatedAgainTogether() {
        SeenTopic recreated = new SeenTopic("other", 1);
        assertThat(NEEDS.judge(with("state", recreated), RIGHT)).hasValueSatisfying(trouble -> {
            assertThat(trouble.code()).isEqualTo(KitErrorCode.TOPIC_MADE_ANEW);
            assertThat(trouble.words()).contains("state was deleted and created again", "Delete input as well");
        });
        Map<String, SeenTopic> both = new HashMap<>(with("state", recreated));
        both.put("input", recreated);
        assertThat(NEEDS.judge(both, RIGHT)).isEmpty();
    }

    @Test
    void manyTopicsAreCountedAndNotListed() {
        List<String> many = IntStream.range(0, 100).mapToObj(i -> "t" + i).toList();
        TopicNeeds needs = new TopicNeeds(many, List.of(), List.of(), List.of(), Map.of());
        Map<String, SeenTopic> none = many.stream().limit(50).collect(Collectors.toMap(name -> name, name -> of(1)));
        assertThat(needs.judge(none, Map.of()))
                .hasValueSatisfying(trouble ->
                        assertThat(trouble.words()).contains("and 44 more").hasSizeLessThan(300));
    }
}
