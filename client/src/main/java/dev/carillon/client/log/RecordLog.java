package dev.carillon.client.log;

import dev.carillon.kit.record.OutgoingRecord;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.CompletableFuture;

/** The topics of one cluster; used from one thread, except for sending. */
public interface RecordLog extends AutoCloseable {
    Set<String> topics();

    /** The topic's number of partitions. */
    int partitions(String topic);

    /** The first position of each partition. */
    Map<Integer, Long> starts(String topic);

    /** The position after the last readable record of each partition. */
    Map<Integer, Long> ends(String topic);

    /** The position of each partition's first record appended at or after the instant, or its end. */
    Map<Integer, Long> since(String topic, Instant instant);

    /** The position after the last readable record of one partition. */
    default long end(TopicPart part) {
        return ends(part.topic()).getOrDefault(part.number(), 0L);
    }

    /** As {@link #end}, of several parts at once, each with the id that its topic has now. */
    Map<TopicPart, TopicEnd> identifiedEnds(Set<TopicPart> parts);

    /** As {@link #identifiedEnds}, of one part. */
    default TopicEnd identifiedEnd(TopicPart part) {
        return Objects.requireNonNull(identifiedEnds(Set.of(part)).get(part), part::topic);
    }

    /** The offsets that a consumer group has stored; empty for an unknown group. */
    List<GroupOffset> committed(String group);

    /** Reads the named parts from the given positions on, without end. */
    TopicFeed follow(Map<TopicPart, Long> from);

    /**
     * Reads the named parts from the given positions to an end that the caller knows. It starts quickly, but polls
     * often while there are no records: use {@link #follow} to wait for new ones.
     */
    default TopicFeed scan(Map<TopicPart, Long> from) {
        return follow(from);
    }

    /** As {@link #scan(Map)}, of one topic. */
    default PartitionReading scan(String topic, Map<Integer, Long> from) {
        return new TopicReading(topic, scan(TopicPart.of(topic, from)));
    }

    /** Reads the named partitions of one topic from the given positions on, without end. */
    default PartitionReading read(String topic, Map<Integer, Long> from) {
        return new TopicReading(topic, follow(TopicPart.of(topic, from)));
    }

    /**
     * The newest record of every key of a topic with one partition; the same view at every call, closed with this log.
     */
    default NewestRecords newest(String topic) {
        return new NewestRecords(this, topic);
    }

    /**
     * Sends from any thread; the future has the offset once the record is safe. The call blocks while too many bytes
     * are unsent.
     */
    CompletableFuture<Long> send(OutgoingRecord sent);

    /** As {@link #send}, for many records: each may wait some milliseconds for a fuller batch, until {@link #flush}. */
    default CompletableFuture<Long> sendAmongMany(OutgoingRecord sent) {
        return send(sent);
    }

    /** Returns once all records of {@link #sendAmongMany} are safe or have failed; from any thread. */
    default void flush() {}

    /** Returns the offset once the record is safe. */
    long append(OutgoingRecord appended);

    @Override
    void close();
}
