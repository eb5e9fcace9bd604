package dev.carillon.console.history.ingest;

import dev.carillon.client.TopicPart;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Which topics are read, and from where: what is in the store says so, and what was read since is noted. */
final class Course {
    private final HistoryStore store;
    /** Positions as they are in the store. */
    private final Map<TopicPart, Long> written = new HashMap<>();

    private Map<String, Integer> followed = Map.of();
    private boolean lost = true;

    Course(HistoryStore store) {
        this.store = store;
    }

    /** Where the source stands is not where the store is: it has to be set again. */
    void isLost() {
        lost = true;
    }

    /** Whether the source has to be set before anything is read. */
    boolean needsTopics() {
        return lost;
    }

    /** A topic that was deleted and made anew since the store went by it. */
    Optional<String> madeAnew(List<TopicSource.Topic> topics) {
        Map<String, String> known = store.topicIds();
        return topics.stream()
                .filter(topic -> !known.getOrDefault(topic.name(), topic.id()).equals(topic.id()))
                .map(TopicSource.Topic::name)
                .findFirst();
    }

    /** Sets the source to these topics, if it is not set so. */
    void take(List<TopicSource.Topic> topics, TopicSource source) {
        Map<String, String> ids = new HashMap<>();
        Map<String, Integer> partitions = new HashMap<>();
        topics.forEach(topic -> {
            ids.put(topic.name(), topic.id());
            partitions.put(topic.name(), topic.partitions());
        });
        if (lost || !partitions.equals(followed)) {
            store.knows(ids);
            source.follow(wanted(partitions));
            followed = partitions;
            lost = false;
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

    /** Those of the positions that are not in the store yet. */
    Map<TopicPart, Long> moved(Map<TopicPart, Long> positions) {
        Map<TopicPart, Long> moved = new HashMap<>(positions);
        moved.entrySet().removeAll(written.entrySet());
        return moved;
    }

    /** These are in the store now. */
    void isWritten(Map<TopicPart, Long> moved) {
        written.putAll(moved);
    }
}
