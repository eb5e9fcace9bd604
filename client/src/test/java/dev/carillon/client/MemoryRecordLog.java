package dev.carillon.client;

import dev.carillon.client.log.GroupOffset;
import dev.carillon.client.log.NewestRecords;
import dev.carillon.client.log.RecordLog;
import dev.carillon.client.log.TopicEnd;
import dev.carillon.client.log.TopicFeed;
import dev.carillon.client.log.TopicPart;
import dev.carillon.client.problem.ClientException;
import dev.carillon.client.problem.ClientProblem;
import dev.carillon.client.problem.InterruptHandling;
import dev.carillon.kit.record.OutgoingRecord;
import dev.carillon.kit.record.ReceivedRecord;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.Function;

/** Topics in memory: appended records are visible at once, and a listener may append more. */
public final class MemoryRecordLog implements RecordLog {
    private final Map<String, List<Partition>> topics = new TreeMap<>();
    private final Clock clock;
    private final Map<String, List<GroupOffset>> committed = new TreeMap<>();
    private final Map<String, NewestRecords> views = new HashMap<>();
    private final Map<String, Integer> topicIds = new HashMap<>();
    private int made;
    private int follows;
    private int openFeeds;
    private int asked;
    private Consumer<OutgoingRecord> listener = record -> {};
    private Function<OutgoingRecord, CompletableFuture<Long>> sending =
            sent -> CompletableFuture.completedFuture(append(sent));
    private Runnable flushing = () -> {};
    private Runnable closing = () -> {};

    public MemoryRecordLog(Clock clock) {
        this.clock = clock;
    }

    /** Offsets need not follow each other: compaction and transaction markers leave gaps. */
    private static final class Partition {
        private final List<ReceivedRecord> records = new ArrayList<>();
        private long start;
        private long end;

        /** The records from the position on; all that are left if retention or a new topic has passed it. */
        private List<ReceivedRecord> from(long position) {
            long first = position > end ? start : Math.max(start, position);
            return records.stream().filter(record -> record.offset() >= first).toList();
        }
    }

    public synchronized void create(String topic, int partitions) {
        List<Partition> empty = new ArrayList<>();
        for (int i = 0; i < partitions; i++) {
            empty.add(new Partition());
        }
        topics.put(topic, empty);
        topicIds.put(topic, ++made);
    }

    /** Called after each append of the commands under test. */
    public synchronized void whenAppended(Consumer<OutgoingRecord> called) {
        listener = called;
    }

    private synchronized Consumer<OutgoingRecord> listener() {
        return listener;
    }

    public synchronized List<ReceivedRecord> all(String topic) {
        return topics.getOrDefault(topic, List.of()).stream()
                .flatMap(partition -> partition.records.stream())
                .toList();
    }

    /** Adds a record of another program. */
    public synchronized long put(OutgoingRecord record) {
        int number = Objects.requireNonNull(record.partition(), "a client names the partition");
        Partition partition = partitionsOf(record.topic()).get(number);
        long offset = partition.end++;
        partition.records.add(new ReceivedRecord(
                record.topic(), number, offset, clock.instant(), record.key(), record.value(), record.headers()));
        notifyAll();
        return offset;
    }

    /** Adds an offset that readers pass without seeing a record, as that of a transaction marker. */
    public synchronized void putMarker(String topic, int partition) {
        partitionsOf(topic).get(partition).end++;
        notifyAll();
    }

    /** Deletes all records of the partition but the newest of each key, as compaction does; their offsets stay. */
    public synchronized void compact(String topic, int partition) {
        List<ReceivedRecord> records = partitionsOf(topic).get(partition).records;
        Map<String, Long> newest = new HashMap<>();
        records.forEach(record -> newest.put(record.keyText(), record.offset()));
        records.removeIf(record -> newest.getOrDefault(record.keyText(), 0L) > record.offset());
    }

    /** Replaces how records are sent: the given function returns the future that the sender gets. */
    public synchronized void sendBy(Function<OutgoingRecord, CompletableFuture<Long>> replacement) {
        sending = replacement;
    }

    /** Called when a sender of many records waits for them. */
    public synchronized void whenFlushed(Runnable called) {
        flushing = called;
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
            starts.put(i, partitionsOf(topic).get(i).start);
        }
        return starts;
    }

    @Override
    public synchronized Map<Integer, Long> ends(String topic) {
        Map<Integer, Long> ends = new TreeMap<>();
        for (int i = 0; i < partitions(topic); i++) {
            ends.put(i, partitionsOf(topic).get(i).end);
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
            Partition partition = partitionsOf(topic).get(number);
            return partition.from(start).stream()
                    .filter(record -> !record.appended().isBefore(instant))
                    .map(ReceivedRecord::offset)
                    .findFirst()
                    .orElse(partition.end);
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
        partitionsOf(topic).get(partition).start = offset;
    }

    /** Deletes one record of a partition, as compaction does: its offset stays unused and the partition starts as before. */
    public synchronized void compactAway(String topic, int partition, long offset) {
        partitionsOf(topic).get(partition).records.removeIf(record -> record.offset() == offset);
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

    /** How many feeds were opened and not closed. */
    public synchronized int openFeeds() {
        return openFeeds;
    }

    private synchronized void closedFeed() {
        openFeeds--;
    }

    @Override
    public synchronized TopicFeed follow(Map<TopicPart, Long> from) {
        follows++;
        openFeeds++;
        return new MemoryFeed(from);
    }

    @Override
    public CompletableFuture<Long> send(OutgoingRecord sent) {
        return sending().apply(sent);
    }

    private synchronized Function<OutgoingRecord, CompletableFuture<Long>> sending() {
        return sending;
    }

    @Override
    public void flush() {
        flushing().run();
    }

    private synchronized Runnable flushing() {
        return flushing;
    }

    @Override
    public long append(OutgoingRecord appended) {
        long offset = put(appended);
        listener().accept(appended);
        return offset;
    }

    /** Called at each close; the topics stay. */
    public synchronized void whenClosed(Runnable called) {
        closing = called;
    }

    private synchronized Runnable closing() {
        return closing;
    }

    @Override
    public void close() {
        closing().run();
    }

    private List<Partition> partitionsOf(String topic) {
        List<Partition> found = topics.get(topic);
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
        public List<ReceivedRecord> next(Duration atMost) {
            synchronized (MemoryRecordLog.this) {
                List<ReceivedRecord> found = new ArrayList<>();
                positions.replaceAll((part, position) -> {
                    Partition partition = partitionsOf(part.topic()).get(part.number());
                    found.addAll(partition.from(position));
                    return partition.end;
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
            closedFeed();
        }
    }
}
