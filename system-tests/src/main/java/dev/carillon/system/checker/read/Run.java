package dev.carillon.system.checker.read;

import dev.carillon.schemas.topic.TopicNames;
import dev.carillon.system.checker.seen.SeenRecord;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** All committed records of one namespace, each topic in the order of its partitions and offsets. */
public final class Run {
    private static final Comparator<SeenRecord> IN_LOG_ORDER =
            Comparator.comparingInt(SeenRecord::partition).thenComparingLong(SeenRecord::offset);

    private final TopicNames names;
    private final Map<String, List<SeenRecord>> byTopic = new LinkedHashMap<>();

    public Run(TopicNames names, Iterable<String> topics, Iterable<SeenRecord> records) {
        this.names = names;
        topics.forEach(topic -> byTopic.put(topic, new ArrayList<>()));
        for (SeenRecord record : records) {
            byTopic.computeIfAbsent(record.topic(), topic -> new ArrayList<>()).add(record);
        }
        byTopic.values().forEach(list -> list.sort(IN_LOG_ORDER));
    }

    public TopicNames names() {
        return names;
    }

    public Iterable<String> topics() {
        return byTopic.keySet();
    }

    public List<SeenRecord> in(String topic) {
        return byTopic.getOrDefault(topic, List.of());
    }

    public List<String> queues() {
        return names.queues(byTopic.keySet());
    }
}
