package dev.carillon.console.history.ingest;

import dev.carillon.client.log.TopicPart;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Assigns the topics to the source, from the positions in the store, and tracks which positions are stored. */
final class IngestPositions {
    private final HistoryStore store;
    /** Positions as they are in the store. */
    private final Map<TopicPart, Long> written = new HashMap<>();

    private Map<String, Integer> followed = Map.of();
    private boolean unassigned = true;

    IngestPositions(HistoryStore store) {
        this.store = store;
    }

    /** The source may be ahead of the store or closed: it has to be assigned again from the stored positions. */
    void discard() {
        unassigned = true;
    }

    /** Whether the source has to be assigned before it is read. */
    boolean mustBeAssigned() {
        return unassigned;
    }

    /** A topic with another id than the stored one: it was deleted and created again. */
    Optional<String> recreatedTopic(List<TopicSource.Topic> topics) {
        Map<String, String> known = store.topicIds();
        return topics.stream()
                .filter(topic -> !known.getOrDefault(topic.name(), topic.id()).equals(topic.id()))
                .map(TopicSource.Topic::name)
                .findFirst();
    }

    /** Assigns these topics to the source, if they differ from those that it reads. */
    void assign(List<TopicSource.Topic> topics, TopicSource source) {
        Map<String, String> ids = new HashMap<>();
        Map<String, Integer> partitions = new HashMap<>();
        topics.forEach(topic -> {
            ids.put(topic.name(), topic.id());
            partitions.put(topic.name(), topic.partitions());
        });
        if (unassigned || !partitions.equals(followed)) {
            store.saveTopicIds(ids);
            source.follow(wanted(partitions));
            followed = partitions;
            unassigned = false;
        }
    }

    private Map<TopicPart, Long> wanted(Map<String, Integer> partitions) {
        written.clear();
        written.putAll(store.positions());
        Map<TopicPart, Long> wanted = new HashMap<>();
        partitions.forEach((topic, count) -> {
            for (int number = 0; number < count; number++) {
                TopicPart part = new TopicPart(topic, number);
                wanted.put(part, written.getOrDefault(part, 0L));
            }
        });
        return wanted;
    }

    /** The positions that are not in the store yet. */
    Map<TopicPart, Long> unwritten(Map<TopicPart, Long> positions) {
        Map<TopicPart, Long> moved = new HashMap<>(positions);
        moved.entrySet().removeAll(written.entrySet());
        return moved;
    }

    /** Notes that these positions are in the store now. */
    void markWritten(Map<TopicPart, Long> moved) {
        written.putAll(moved);
    }
}
