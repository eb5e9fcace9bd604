package dev.carillon.client;

import dev.carillon.kit.time.SystemTime;
import dev.carillon.kit.time.Ticker;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * The newest record of every key of a topic with one partition. One reader follows the topic and stays: a call asks for
 * the end that the topic has then and reads on to it, so that it sees all that was written before. Used from one thread.
 */
public final class NewestRecords implements AutoCloseable {
    /** What deletes a record is itself gone after a day; a reader that rested for long might have missed it. */
    static final Duration LONGEST_REST = Duration.ofHours(1);
    /** More than this is not kept from call to call, but read anew: the heap belongs to the program. */
    private static final long MOST_BYTES =
            Math.max(64 << 20, Runtime.getRuntime().maxMemory() / 8);
    /** What an entry takes beside key and value. */
    private static final int ENTRY_BYTES = 150;

    private final RecordLog log;
    private final TopicPart part;
    private final Ticker ticker;
    private final Map<String, StoredRecord> newest = new TreeMap<>();
    private @Nullable Feed feed;
    private @Nullable String topicId;
    private long bytes;
    private long position;
    private long readAt;

    NewestRecords(RecordLog log, String topic) {
        this(log, topic, SystemTime.ticker());
    }

    NewestRecords(RecordLog log, String topic, Ticker ticker) {
        this.log = log;
        this.part = new TopicPart(topic, 0);
        this.ticker = ticker;
    }

    /** The newest record of a key, or null if there is none or a deletion. */
    public @Nullable StoredRecord get(String key) {
        return newest.get(key);
    }

    /** All keys that have a record, in their order. */
    public Set<String> keys() {
        return newest.keySet();
    }

    /** By key, in the order of the keys. */
    public Map<String, StoredRecord> all() {
        return newest;
    }

    /** The part of a topic that is read. */
    TopicPart part() {
        return part;
    }

    /** Reads on to the end that the topic has now. */
    public void readOn() {
        readOn(log.identifiedEnd(part));
    }

    /** As {@link #readOn()}, to an end that the caller has just asked for. */
    void readOn(TopicEnd asked) {
        boolean done = false;
        try {
            Feed open = feed;
            TopicEnd end = asked;
            if (open == null || !goesOn(asked)) {
                open = openAnew();
                end = log.identifiedEnd(part);
            }
            topicId = end.topicId();
            if (position < end.offset()) {
                WholeTopic.advance(open, Map.of(part, end.offset()), this::take);
                position = open.positions().getOrDefault(part, end.offset());
            }
            readAt = ticker.nanos();
            done = true;
        } finally {
            if (!done) {
                close();
            }
        }
    }

    /** Whether what was read before still counts: it is the same topic, and the reader has not rested for too long. */
    private boolean goesOn(TopicEnd end) {
        boolean rested = ticker.nanos() - readAt > LONGEST_REST.toNanos();
        boolean same = end.topicId().equals(topicId) && end.offset() >= position;
        return same && !rested && bytes <= MOST_BYTES;
    }

    private Feed openAnew() {
        close();
        position = log.starts(part.topic()).getOrDefault(part.number(), 0L);
        Feed opened = log.follow(Map.of(part, position));
        feed = opened;
        return opened;
    }

    private void take(StoredRecord record) {
        String key = record.keyText();
        StoredRecord before = record.value() == null
                ? newest.remove(key)
                : newest.put(key, kept(record, record.appended(), record.value()));
        bytes += size(record) - (before == null ? 0 : size(before));
    }

    /** Without key and headers, which only cost memory here. */
    private static StoredRecord kept(StoredRecord record, Instant appended, byte[] value) {
        return new StoredRecord(record.topic(), record.partition(), record.offset(), appended, null, value, Map.of());
    }

    private static long size(StoredRecord record) {
        byte[] value = record.value();
        return value == null ? 0 : value.length + ENTRY_BYTES;
    }

    /** Forgets what was read; the next call begins anew. */
    @Override
    public void close() {
        Feed open = feed;
        feed = null;
        topicId = null;
        newest.clear();
        bytes = 0;
        position = 0;
        if (open != null) {
            open.close();
        }
    }
}
