package dev.carillon.client;

import dev.carillon.schemas.key.ExecutionKey;
import dev.carillon.schemas.key.Murmur2;
import dev.carillon.schemas.key.RecordPosition;
import dev.carillon.schemas.record.EventType;
import dev.carillon.schemas.topic.TopicNames;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/** Finds the records of one execution: at its home in all topics, and wherever it was routed or its retries were released. */
final class ExecutionRecords {
    /** Clocks of the submitter and of the brokers may differ by this much. */
    private static final Duration BETWEEN_CLOCKS = Duration.ofMinutes(1);
    /** More than an execution with the most retries has. */
    private static final int MOST = 10_000;

    private final RecordLog log;
    private final TopicNames names;

    ExecutionRecords(RecordLog log, TopicNames names) {
        this.log = log;
        this.names = names;
    }

    /** What became of it; empty if no record tells. */
    Optional<ExecutionStatus> status(ExecutionKey key, Instant now) {
        Set<String> topics = new TreeSet<>(Hearing.topics(EnumSet.allOf(EventType.class), names, log.topics()));
        topics.remove(names.deadLetters());
        if (log.topics().contains(names.control())) {
            topics.add(names.control());
        }
        Instant execTime = key.execTime().instant();
        if (!execTime.isAfter(now)) {
            Optional<ExecutionStatus> found =
                    StatusFold.of(key, read(topics, key, execTime.minus(BETWEEN_CLOCKS)), names, now);
            if (found.isPresent()) {
                return found;
            }
        }
        // A key that somebody chose may be older than its instant says.
        return StatusFold.of(key, read(topics, key, Instant.EPOCH), names, now);
    }

    private List<StoredRecord> read(Set<String> topics, ExecutionKey key, Instant since) {
        Map<TopicPart, Long> from = new HashMap<>();
        Map<TopicPart, Long> ends = new HashMap<>();
        for (String topic : topics) {
            add(topic, key, since, from, ends);
        }
        List<StoredRecord> found = new ArrayList<>();
        WholeTopic.readParts(log, from, ends, record -> {
            if (found.size() < MOST && speaksOf(key, record)) {
                found.add(record);
            }
        });
        return found;
    }

    /** Which partitions of the topic may hold records of the key. */
    private Set<Integer> numbers(String topic, ExecutionKey key, Set<Integer> all) {
        boolean released = !names.queues(List.of(topic)).isEmpty();
        boolean routed = key.mayBeRouted() && names.lane(topic) != null;
        if (released || routed || topic.equals(names.control())) {
            return all;
        }
        Set<Integer> numbers = new TreeSet<>();
        numbers.add(key.home(all.size()));
        if (topic.equals(names.events())) {
            // Workers leave it to their producer where an event goes; the collector sends it home.
            numbers.add(Murmur2.partition(key.bytes(), all.size()));
        }
        return numbers;
    }

    private void add(
            String topic, ExecutionKey key, Instant since, Map<TopicPart, Long> from, Map<TopicPart, Long> ends) {
        Map<Integer, Long> starts = since.equals(Instant.EPOCH) ? log.starts(topic) : log.since(topic, since);
        Map<Integer, Long> topicEnds = log.ends(topic);
        Set<Integer> numbers = numbers(topic, key, starts.keySet());
        starts.forEach((number, start) -> {
            if (numbers.contains(number)) {
                TopicPart part = new TopicPart(topic, number);
                from.put(part, start);
                ends.put(part, Objects.requireNonNull(topicEnds.get(number)));
            }
        });
    }

    /** By its key or, for a hand-made task, by the place that gave it its key. */
    private boolean speaksOf(ExecutionKey key, StoredRecord record) {
        if (record.keyText().equals(key.toString())) {
            return true;
        }
        RecordPosition own = key.execTime().position();
        return own != null && own.equals(names.position(record.topic(), record.partition(), record.offset()));
    }
}
