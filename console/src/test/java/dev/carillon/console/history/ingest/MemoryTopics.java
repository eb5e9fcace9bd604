package dev.carillon.console.history.ingest;

import dev.carillon.client.log.TopicPart;
import dev.carillon.kit.record.ReceivedRecord;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** Topics in memory, of three partitions at first; counts the records that are read. */
public final class MemoryTopics implements TopicSource {
    private final List<ReceivedRecord> records = new ArrayList<>();
    private final Map<String, String> ids = new TreeMap<>();
    private final Map<TopicPart, Long> positions = new HashMap<>();
    private final List<Duration> waits = new ArrayList<>();
    private int mostAtOnce = Integer.MAX_VALUE;
    private int partitions = 3;
    private int read;
    private long lost;
    private boolean gone;
    private Runnable beforeRead = () -> {};

    /** Adds records and their topics. */
    public MemoryTopics with(List<ReceivedRecord> added) {
        added.forEach(record -> {
            records.add(record);
            ids.putIfAbsent(record.topic(), "first");
        });
        return this;
    }

    public MemoryTopics atOnce(int most) {
        mostAtOnce = most;
        return this;
    }

    /** Deletes the topic and creates it again, empty. */
    public void recreate(String topic) {
        records.removeIf(record -> record.topic().equals(topic));
        ids.put(topic, "second");
    }

    /** Deletes the topic. */
    public void delete(String topic) {
        records.removeIf(record -> record.topic().equals(topic));
        ids.remove(topic);
    }

    /** All topics have this many partitions from now on. */
    public void partitions(int count) {
        partitions = count;
    }

    /** Called before each read; the read fails if it throws. */
    public void beforeRead(Runnable action) {
        beforeRead = action;
    }

    /** How many records retention has deleted so far. */
    public void lost(long records) {
        lost = records;
    }

    /** How long each read was told to wait at most. */
    public List<Duration> waits() {
        return waits;
    }

    public void isGone(boolean now) {
        gone = now;
    }

    /** How many records were read since the last call. */
    public int readSince() {
        int since = read;
        read = 0;
        return since;
    }

    @Override
    public List<Topic> topics() {
        if (gone) {
            throw new IllegalStateException("Kafka is down");
        }
        return ids.entrySet().stream()
                .map(id -> new Topic(id.getKey(), id.getValue(), partitions))
                .toList();
    }

    @Override
    public void follow(Map<TopicPart, Long> from) {
        positions.clear();
        positions.putAll(from);
    }

    @Override
    public List<ReceivedRecord> next(Duration atMost) {
        beforeRead.run();
        waits.add(atMost);
        List<ReceivedRecord> found = new ArrayList<>();
        for (ReceivedRecord record : records) {
            if (!gone && found.size() < mostAtOnce && isNext(record)) {
                found.add(record);
                positions.put(TopicPart.of(record), record.offset() + 1);
            }
        }
        read += found.size();
        return found;
    }

    private boolean isNext(ReceivedRecord record) {
        Long position = positions.get(TopicPart.of(record));
        return position != null && record.offset() == position;
    }

    @Override
    public Map<TopicPart, Long> positions() {
        return Map.copyOf(positions);
    }

    @Override
    public long behind() {
        return records.stream()
                .filter(record -> record.offset() >= positions.getOrDefault(TopicPart.of(record), 0L))
                .count();
    }

    @Override
    public long lost() {
        return lost;
    }

    @Override
    public void wakeUp() {
        // next() never waits.
    }

    @Override
    public void close() {
        positions.clear();
    }
}
