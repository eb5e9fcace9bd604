package dev.carillon.client.log;

import dev.carillon.kit.record.HeaderList;
import dev.carillon.kit.record.ReceivedRecord;
import dev.carillon.kit.time.SystemTime;
import dev.carillon.kit.time.Ticker;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * The newest record of every key of a topic with one partition. Its reader stays open: each {@link #readOn()} reads on
 * to the topic's current end, so that all earlier writes are seen. Used from one thread.
 */
public final class NewestRecords implements AutoCloseable {
    /** Compaction removes tombstones after a day, so a reader that paused for long could miss a deletion. */
    public static final Duration LONGEST_REST = Duration.ofHours(1);
    /** A larger topic is read again at each call, because the heap belongs to the calling program. */
    private static final long MOST_BYTES =
            Math.max(64 << 20, Runtime.getRuntime().maxMemory() / 8);
    /** The estimated overhead of an entry. */
    private static final int ENTRY_BYTES = 150;

    private final RecordLog log;
    private final TopicPart part;
    private final Ticker ticker;
    private final Map<String, ReceivedRecord> newest = new TreeMap<>();
    private @Nullable TopicFeed feed;
    private @Nullable String topicId;
    private long bytes;
    private long position;
    private long readAt;

    public NewestRecords(RecordLog log, String topic) {
        this(log, topic, SystemTime.ticker());
    }

    public NewestRecords(RecordLog log, String topic, Ticker ticker) {
        this.log = log;
        this.part = new TopicPart(topic, 0);
        this.ticker = ticker;
    }

    /** The newest record of a key; null if there is none or it was deleted. */
    public @Nullable ReceivedRecord get(String key) {
        return newest.get(key);
    }

    /** All keys that have a record, in their order. */
    public Set<String> keys() {
        return newest.keySet();
    }

    /** By key, in the order of the keys. */
    public Map<String, ReceivedRecord> all() {
        return newest;
    }

    /** The partition that is read. */
    public TopicPart part() {
        return part;
    }

    /** Reads on to the end that the topic has now. */
    public void readOn() {
        readOn(log.identifiedEnd(part));
    }

    /** As {@link #readOn()}, to an end that the caller has just fetched. */
    public void readOn(TopicEnd asked) {
        boolean done = false;
        try {
            TopicFeed open = feed;
            TopicEnd end = asked;
            if (open == null || !isValidUpTo(asked)) {
                open = reopen();
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

    /** Whether the records read before are still valid: the topic is the same, and the pause was not too long. */
    private boolean isValidUpTo(TopicEnd end) {
        boolean paused = ticker.nanos() - readAt > LONGEST_REST.toNanos();
        boolean same = end.topicId().equals(topicId) && end.offset() >= position;
        return same && !paused && bytes <= MOST_BYTES;
    }

    private TopicFeed reopen() {
        close();
        position = log.starts(part.topic()).getOrDefault(part.number(), 0L);
        TopicFeed opened = log.follow(Map.of(part, position));
        feed = opened;
        return opened;
    }

    private void take(ReceivedRecord record) {
        String key = record.keyText();
        ReceivedRecord before = record.value() == null
                ? newest.remove(key)
                : newest.put(key, kept(record, record.appended(), record.value()));
        bytes += size(record) - (before == null ? 0 : size(before));
    }

    /** Drops key and headers to save memory. */
    private static ReceivedRecord kept(ReceivedRecord record, Instant appended, byte[] value) {
        return new ReceivedRecord(
                record.topic(), record.partition(), record.offset(), appended, null, value, HeaderList.none());
    }

    private static long size(ReceivedRecord record) {
        byte[] value = record.value();
        return value == null ? 0 : value.length + ENTRY_BYTES;
    }

    /** Drops the records; the next call reads from the start. */
    @Override
    public void close() {
        TopicFeed open = feed;
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
