package dev.carillon.client.status;

import dev.carillon.client.event.EventSources;
import dev.carillon.client.log.RecordLog;
import dev.carillon.client.log.TopicPart;
import dev.carillon.client.log.WholeTopic;
import dev.carillon.kit.record.ReceivedRecord;
import dev.carillon.schemas.key.ExecutionKey;
import dev.carillon.schemas.key.Murmur2;
import dev.carillon.schemas.key.RecordPosition;
import dev.carillon.schemas.record.EventType;
import dev.carillon.schemas.state.AgreedDurations;
import dev.carillon.schemas.topic.TopicNames;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/**
 * Finds the records of one execution: in its home partitions, and in all to which tasks are routed or retries released.
 */
public final class ExecutionRecords {
    /** More records than an execution with the most retries has. */
    private static final int MOST = 10_000;
    /** Handlers may report progress any number of times; only the last reports matter. */
    private static final int MOST_EVENTS = 1_000;

    private final RecordLog log;
    private final TopicNames names;

    public ExecutionRecords(RecordLog log, TopicNames names) {
        this.log = log;
        this.names = names;
    }

    /** The status of the execution; empty if it has no records. */
    public Optional<ExecutionStatus> status(ExecutionKey key, Instant now) {
        Set<String> topics = new TreeSet<>(EventSources.topics(EnumSet.allOf(EventType.class), names, log.topics()));
        topics.remove(names.deadLetters());
        if (log.topics().contains(names.control())) {
            topics.add(names.control());
        }
        Instant execTime = key.execTime().instant();
        if (!execTime.isAfter(now)) {
            Optional<ExecutionStatus> found =
                    StatusFold.of(key, read(topics, key, execTime.minus(AgreedDurations.SUBMITTER_SKEW)), names, now);
            if (found.isPresent()) {
                return found;
            }
        }
        // The records of a key that a caller chose may be older than its instant.
        return StatusFold.of(key, read(topics, key, Instant.EPOCH), names, now);
    }

    private List<ReceivedRecord> read(Set<String> topics, ExecutionKey key, Instant since) {
        Map<TopicPart, Long> from = new HashMap<>();
        Map<TopicPart, Long> ends = new HashMap<>();
        for (String topic : topics) {
            add(topic, key, since, from, ends);
        }
        List<ReceivedRecord> found = new ArrayList<>();
        Deque<ReceivedRecord> events = new ArrayDeque<>();
        WholeTopic.readParts(log, from, ends, record -> {
            if (!belongsTo(key, record)) {
                return;
            }
            if (record.topic().equals(names.events())) {
                events.add(record);
                if (events.size() > MOST_EVENTS) {
                    events.remove();
                }
            } else if (found.size() < MOST) {
                found.add(record);
            }
        });
        found.addAll(events);
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
            // Workers let their producer choose the partition of an event; the collector chooses the home.
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

    /** Compares keys or, for a task that named no execTime, the position that its key was made of. */
    private boolean belongsTo(ExecutionKey key, ReceivedRecord record) {
        if (record.keyText().equals(key.toString())) {
            return true;
        }
        RecordPosition own = key.execTime().position();
        return own != null && own.equals(names.position(record.topic(), record.partition(), record.offset()));
    }
}
