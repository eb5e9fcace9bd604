package dev.carillon.client;

import dev.carillon.client.log.GroupOffset;
import dev.carillon.client.log.NewRecord;
import dev.carillon.client.log.NewestRecords;
import dev.carillon.client.log.RecordLog;
import dev.carillon.client.log.StoredRecord;
import dev.carillon.client.log.TopicEnd;
import dev.carillon.client.log.TopicFeed;
import dev.carillon.client.log.TopicPart;
import dev.carillon.client.problem.ClientException;
import dev.carillon.client.problem.ClientProblem;
import dev.carillon.client.problem.InterruptHandling;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

/** Topics in memory: appended records are visible at once, and a listener may append more. */
public final class MemoryRecordLog implements RecordLog {
    private final Map<String, List<List<StoredRecord>>> topics = new TreeMap<>();
    private final Clock clock;
    private final Map<String, List<GroupOffset>> committed = new TreeMap<>();
    private final Map<String, Long> deletedBefore = new HashMap<>();
    private final Set<StoredRecord> compacted = Collections.newSetFromMap(new IdentityHashMap<>());
    private final Map<String, NewestRecords> views = new HashMap<>();
    private final Map<String, Integer> topicIds = new HashMap<>();
    private int made;
    private int follows;
    private int asked;
    private Consumer<NewRecord> listener = record -> {};

    public MemoryRecordLog(Clock clock) {
        this.clock = clock;
    }

    public synchronized void create(String topic, int partitions) {
        List<List<StoredRecord>> empty = new ArrayList<>();
        for (int i = 0; i < partitions; i++) {
            empty.add(new ArrayList<>());
        }
        topics.put(topic, empty);
        topicIds.put(topic, ++made);
    }

    /** Called after each append of the commands under test. */
    public synchronized void whenAppended(Consumer<NewRecord> called) {
        listener = called;
    }

    private synchronized Consumer<NewRecord> listener() {
        return listener;
    }

    public synchronized List<StoredRecord> all(String topic) {
        return topics.getOrDefault(topic, List.of()).stream()
                .flatMap(List::stream)
                .toList();
    }

    /** Adds a record of another program. */
    public synchronized long put(NewRecord record) {
        List<StoredRecord> partition = partitionsOf(record.topic()).get(record.partition());
        partition.add(new StoredRecord(
                record.topic(),
                record.partition(),
                partition.size(),
                clock.instant(),
                record.key(),
                record.value(),
                record.headers()));
        notifyAll();
        return partition.size() - 1L;
    }

    private synchronized void awaitAppend(Duration atMost) {
        try {
            TimeUnit.NANOSECONDS.timedWait(this, Math.max(1, atMost.toNanos()));
        } catch (InterruptedException e) {
            throw InterruptHandling.toCancellation(e);
        }
    }

    @Override
    public synchronized Set<String> topics() {
        return new TreeSet<>(topics.keySet());
    }

    @Override
    public synchronized int partitions(String topic) {
        return partitionsOf(topic).size();
    }

    @Override
    public synchronized Map<Integer, Long> starts(String topic) {
        Map<Integer, Long> starts = new TreeMap<>();
        for (int i = 0; i < partitions(topic); i++) {
            starts.put(i, deletedBefore.getOrDefault(topic + "-" + i, 0L));
        }
        return starts;
    }

    @Override
    public synchronized Map<Integer, Long> ends(String topic) {
        Map<Integer, Long> ends = new TreeMap<>();
        for (int i = 0; i < partitions(topic); i++) {
            ends.put(i, (long) partitionsOf(topic).get(i).size());
        }
        return ends;
    }

    @Override
    public synchronized Map<TopicPart, TopicEnd> identifiedEnds(Set<TopicPart> parts) {
        asked++;
        Map<TopicPart, TopicEnd> ends = new HashMap<>();
        parts.forEach(part -> ends.put(part, new TopicEnd("id-" + topicIds.get(part.topic()), end(part))));
        return ends;
    }

    @Override
    public synchronized Map<Integer, Long> since(String topic, Instant instant) {
        Map<Integer, Long> since = starts(topic);
        since.replaceAll((number, start) -> {
            List<StoredRecord> partition = partitionsOf(topic).get(number);
            return partition.stream()
                    .filter(record -> record.offset() >= start
                            && !record.appended().isBefore(instant)
                            && !compacted.contains(record))
                    .map(StoredRecord::offset)
                    .findFirst()
                    .orElse((long) partition.size());
        });
        return since;
    }

    @Override
    public synchronized List<GroupOffset> committed(String group) {
        return committed.getOrDefault(group, List.of());
    }

    /** Sets the stored offset of a group. */
    public synchronized void commit(String group, GroupOffset offset) {
        committed.computeIfAbsent(group, name -> new ArrayList<>()).add(offset);
    }

    /** Deletes records, as retention does. */
    public synchronized void deleteBefore(String topic, int partition, long offset) {
        deletedBefore.put(topic + "-" + partition, offset);
    }

    /** Deletes one record of a partition, as compaction does: its offset stays unused and the partition starts as before. */
    public synchronized void compactAway(String topic, int partition, long offset) {
        compacted.add(partitionsOf(topic).get(partition).get((int) offset));
    }

    public synchronized void deleteTopic(String topic) {
        topics.remove(topic);
    }

    @Override
    public synchronized NewestRecords newest(String topic) {
        return views.computeIfAbsent(topic, asked -> new NewestRecords(this, asked));
    }

    /** How often the ends of topics with their ids were fetched. */
    public synchronized int asked() {
        return asked;
    }

    /** How often reading was started. */
    public synchronized int follows() {
        return follows;
    }

    @Override
    public synchronized TopicFeed follow(Map<TopicPart, Long> from) {
        follows++;
        return new MemoryFeed(from);
    }

    @Override
    public CompletableFuture<Long> send(NewRecord sent) {
        return CompletableFuture.completedFuture(append(sent));
    }

    @Override
    public long append(NewRecord appended) {
        long offset = put(appended);
        listener().accept(appended);
        return offset;
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

    private final class MemoryFeed implements TopicFeed {
        private final Map<TopicPart, Long> positions;

        private MemoryFeed(Map<TopicPart, Long> from) {
            this.positions = new HashMap<>(from);
        }

        @Override
        public List<StoredRecord> next(Duration atMost) {
            synchronized (MemoryRecordLog.this) {
                List<StoredRecord> found = new ArrayList<>();
                positions.replaceAll((part, position) -> {
                    List<StoredRecord> records = partitionsOf(part.topic()).get(part.number());
                    records.subList(position.intValue(), records.size()).stream()
                            .filter(record -> !compacted.contains(record))
                            .forEach(found::add);
                    return (long) records.size();
                });
                if (found.isEmpty()) {
                    awaitAppend(atMost);
                }
                return found;
            }
        }

        @Override
        public Map<TopicPart, Long> positions() {
            return Map.copyOf(positions);
        }

        @Override
        public void seek(TopicPart part, long offset) {
            positions.put(part, offset);
        }

        @Override
        public void close() {
            // Memory needs no closing.
        }
    }
}
