package dev.carillon.client.log;

import dev.carillon.kit.record.ReceivedRecord;
import java.util.Map;
import java.util.TreeMap;

/** One partition of one topic. */
public record TopicPart(String topic, int number) {

    /** Where the record lies. */
    public static TopicPart of(ReceivedRecord record) {
        return new TopicPart(record.topic(), record.partition());
    }

    /** The offsets of one topic by its parts. */
    public static Map<TopicPart, Long> of(String topic, Map<Integer, Long> offsets) {
        Map<TopicPart, Long> parts = new java.util.HashMap<>();
        offsets.forEach((number, offset) -> parts.put(new TopicPart(topic, number), offset));
        return parts;
    }

    /** The offsets of one topic, by partition number. */
    static Map<Integer, Long> numbers(String topic, Map<TopicPart, Long> offsets) {
        Map<Integer, Long> numbers = new TreeMap<>();
        offsets.forEach((part, offset) -> {
            if (part.topic().equals(topic)) {
                numbers.put(part.number(), offset);
            }
        });
        return numbers;
    }

    @Override
    public String toString() {
        return topic + "-" + number;
    }
}
