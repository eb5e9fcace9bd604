package dev.carillon.schemas.topic;

import static org.assertj.core.api.Assertions.assertThat;

import dev.carillon.schemas.codec.Kind;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.apache.kafka.common.internals.Topic;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

class TopicCatalogueTest {
    private static final TopicNames NAMES = new TopicNames("carillon");
    private static final List<String> QUEUES = List.of("default", "reports");
    private static final Map<String, TopicSpec> TOPICS = new TopicCatalogue(NAMES, 12)
            .all(QUEUES).stream().collect(Collectors.toMap(TopicSpec::name, Function.identity()));
    private static final long DAY = 86_400_000;

    @Test
    void controlPlaneTopicsHaveOnePartitionAndDataTopicsN() {
        Set<String> one = Set.of(
                "carillon.schedules",
                "carillon.calendars",
                "carillon.settings",
                "carillon.control",
                "carillon.workers",
                "carillon.trigger-state");
        TOPICS.forEach((name, topic) -> assertThat(topic.partitions()).as(name).isEqualTo(one.contains(name) ? 1 : 12));
        assertThat(TOPICS).hasSize(one.size() + 2 * 5 + 7);
    }

    @Test
    void recordsAreKeptAsLongAsTheContractRequires() {
        Map<String, Long> others =
                Map.of("carillon.logs", DAY, "carillon.dead-letters", 30 * DAY, "carillon.audit", 30 * DAY);
        TOPICS.forEach((name, topic) -> {
            Map<String, String> configs = topic.configs();
            if ("delete".equals(configs.get("cleanup.policy"))) {
                long retention = Long.parseLong(configs.get("retention.ms"));
                assertThat(retention).as(name).isEqualTo(others.getOrDefault(name, 7 * DAY));
                assertThat(Long.parseLong(configs.get("segment.ms"))).as(name).isLessThanOrEqualTo(retention / 7);
            }
        });
    }

    @Test
    void compactedTopicsStaySmall() {
        List<TopicSpec> compacted = TOPICS.values().stream()
                .filter(topic -> "compact".equals(topic.configs().get("cleanup.policy")))
                .toList();
        assertThat(compacted)
                .extracting(TopicSpec::name)
                .containsExactlyInAnyOrder(
                        "carillon.schedules",
                        "carillon.calendars",
                        "carillon.settings",
                        "carillon.workers",
                        "carillon.trigger-state");
        for (TopicSpec topic : compacted) {
            assertThat(topic.configs())
                    .as(topic.name())
                    .containsEntry("segment.bytes", "4194304")
                    .containsEntry("min.cleanable.dirty.ratio", "0.1");
            if (List.of("carillon.schedules", "carillon.calendars").contains(topic.name())) {
                assertThat(topic.configs())
                        .containsEntry("min.compaction.lag.ms", Long.toString(7 * DAY))
                        .doesNotContainKey("max.compaction.lag.ms");
            } else {
                assertThat(topic.configs())
                        .as(topic.name())
                        .containsEntry("max.compaction.lag.ms", "600000")
                        .doesNotContainKey("min.compaction.lag.ms");
            }
        }
    }

    @Test
    void brokersStampEveryRecord() {
        TOPICS.forEach((name, topic) ->
                assertThat(topic.configs()).as(name).containsEntry("message.timestamp.type", "LogAppendTime"));
    }

    @Test
    void everyRecordFitsItsTopicAndADeadLetterTakesTwice() {
        int largest = Kind.ALL.stream().mapToInt(Kind::maxBytes).max().orElseThrow();
        TOPICS.forEach((name, topic) -> {
            int max = Integer.parseInt(topic.configs().get("max.message.bytes"));
            // Room for key, headers and the batch around it.
            assertThat(max).as(name).isGreaterThan(largest + 32_000);
            assertThat(max).as(name).isEqualTo(name.equals("carillon.dead-letters") ? 2 * 1_048_588 : 1_048_588);
        });
    }

    @Test
    void thePublishedDocumentPromisesTheSameTopics() {
        AsyncApi published = AsyncApi.published();
        for (int partitions : new int[] {1, 12, 48}) {
            assertThat(published.topics(NAMES, partitions, QUEUES))
                    .containsExactlyInAnyOrderElementsOf(new TopicCatalogue(NAMES, partitions).all(QUEUES));
        }
        TopicNames other = new TopicNames("team-a.bells");
        assertThat(published.topics(other, 12, List.of("default")))
                .containsExactlyInAnyOrderElementsOf(new TopicCatalogue(other, 12).all(List.of("default")));
    }

    @Test
    void thePublishedDocumentNamesASchemaForEveryKind() {
        JsonNode messages = AsyncApi.published().document().at("/components/messages");
        for (Kind<?> kind : Kind.ALL) {
            assertThat(messages.path(kind.name()).at("/payload/schema/$ref").asString())
                    .isEqualTo("./" + kind.name() + ".schema.json");
        }
        for (JsonNode channel : AsyncApi.published().document().get("channels").values()) {
            channel.get("messages").properties().forEach(message -> assertThat(messages.has(message.getKey()))
                    .as(message.getKey())
                    .isTrue());
        }
    }

    @Test
    void theLongestNamesAreStillTopicNames() {
        TopicNames names = new TopicNames("n".repeat(80));
        new TopicCatalogue(names, 1).all(List.of("q".repeat(50))).forEach(topic -> Topic.validate(topic.name()));
    }
}
