package dev.carillon.client;

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Consumer;

/** Topics in memory: what is appended is there at once, and a listener may answer with records of its own. */
public final class MemoryRecordLog implements RecordLog {
    private final Map<String, List<List<StoredRecord>>> topics = new TreeMap<>();
    private final Clock clock;
    private final Map<String, List<GroupOffset>> committed = new TreeMap<>();
    private final Map<String, Long> deletedBefore = new HashMap<>();
    private Consumer<NewRecord> listener = record -> {};

    public MemoryRecordLog(Clock clock) {
        this.clock = clock;
    }

    public void create(String topic, int partitions) {
        List<List<StoredRecord>> empty = new ArrayList<>();
        for (int i = 0; i < partitions; i++) {
            empty.add(new ArrayList<>());
        }
        topics.put(topic, empty);
    }

    /** Called after each append of the commands under test. */
    public void whenAppended(Consumer<NewRecord> called) {
        listener = called;
    }

    public List<StoredRecord> all(String topic) {
        return topics.getOrDefault(topic, List.of()).stream()
                .flatMap(List::stream)
                .toList();
    }

    /** A record that somebody else has written. */
    public void put(NewRecord record) {
        List<StoredRecord> partition = partitionsOf(record.topic()).get(record.partition());
        partition.add(new StoredRecord(
                record.topic(),
                record.partition(),
                partition.size(),
                clock.instant(),
                record.key(),
                record.value(),
                record.headers()));
    }

    @Override
    public Set<String> topics() {
        return new TreeSet<>(topics.keySet());
    }

    @Override
    public int partitions(String topic) {
        return partitionsOf(topic).size();
    }

    @Override
    public Map<Integer, Long> starts(String topic) {
        Map<Integer, Long> starts = new TreeMap<>();
        for (int i = 0; i < partitions(topic); i++) {
            starts.put(i, deletedBefore.getOrDefault(topic + "-" + i, 0L));
        }
        return starts;
    }

    @Override
    public Map<Integer, Long> ends(String topic) {
        Map<Integer, Long> ends = new TreeMap<>();
        for (int i = 0; i < partitions(topic); i++) {
            ends.put(i, (long) partitionsOf(topic).get(i).size());
        }
        return ends;
    }

    @Override
    public Map<Integer, Long> since(String topic, Instant instant) {
        Map<Integer, Long> since = starts(topic);
        since.replaceAll((number, start) -> {
            List<StoredRecord> partition = partitionsOf(topic).get(number);
            return partition.stream()
                    .filter(record ->
                            record.offset() >= start && !record.appended().isBefore(instant))
                    .map(StoredRecord::offset)
                    .findFirst()
                    .orElse((long) partition.size());
        });
        return since;
    }

    @Override
    public List<GroupOffset> committed(String group) {
        return committed.getOrDefault(group, List.of());
    }

    /** What a group has stored. */
    public void commit(String group, GroupOffset offset) {
        committed.computeIfAbsent(group, name -> new ArrayList<>()).add(offset);
    }

    /** As retention would. */
    public void deleteBefore(String topic, int partition, long offset) {
        deletedBefore.put(topic + "-" + partition, offset);
    }

    public void deleteTopic(String topic) {
        topics.remove(topic);
    }

    @Override
    public Reading read(String topic, Map<Integer, Long> from) {
        return new MemoryReading(topic, from);
    }

    @Override
    public void append(NewRecord appended) {
        put(appended);
        listener.accept(appended);
    }

    @Override
    public void close() {
        // Memory needs no closing.
    }

    private List<List<StoredRecord>> partitionsOf(String topic) {
        List<List<StoredRecord>> found = topics.get(topic);
        if (found == null) {
            throw new ClientException(ClientProblem.NO_SUCH_TOPICS, "the topic " + topic + " does not exist");
        }
        return found;
    }

    private final class MemoryReading implements Reading {
        private final String topic;
        private final Map<Integer, Long> positions;

        private MemoryReading(String topic, Map<Integer, Long> from) {
            this.topic = topic;
            this.positions = new HashMap<>(from);
        }

        @Override
        public List<StoredRecord> next(Duration atMost) {
            List<StoredRecord> found = new ArrayList<>();
            positions.replaceAll((number, position) -> {
                List<StoredRecord> partition = partitionsOf(topic).get(number);
                found.addAll(partition.subList(position.intValue(), partition.size()));
                return (long) partition.size();
            });
            return found;
        }

        @Override
        public Map<Integer, Long> positions() {
            return positions;
        }

        @Override
        public void close() {
            // Memory needs no closing.
        }
    }
}
