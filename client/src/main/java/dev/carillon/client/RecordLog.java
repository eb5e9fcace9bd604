package dev.carillon.client;

import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.CompletableFuture;

/** The topics of one cluster as a client sees them; used from one thread, but for sending. */
public interface RecordLog extends AutoCloseable {
    Set<String> topics();

    /** How many partitions the topic has. */
    int partitions(String topic);

    /** The first position of each partition. */
    Map<Integer, Long> starts(String topic);

    /** The position behind the last record of each partition that may be read. */
    Map<Integer, Long> ends(String topic);

    /** The position of the first record of each partition appended at or after the instant; its end if there is none. */
    Map<Integer, Long> since(String topic, Instant instant);

    /** The position behind the last record of one partition that may be read. */
    default long end(TopicPart part) {
        return ends(part.topic()).getOrDefault(part.number(), 0L);
    }

    /** As {@link #end}, of several parts at once, each with the id that its topic has now. */
    Map<TopicPart, TopicEnd> identifiedEnds(Set<TopicPart> parts);

    /** As {@link #identifiedEnds}, of one part. */
    default TopicEnd identifiedEnd(TopicPart part) {
        return Objects.requireNonNull(identifiedEnds(Set.of(part)).get(part), part::topic);
    }

    /** How far a consumer group has come, by what it has stored; empty for a group that never was. */
    List<GroupOffset> committed(String group);

    /** Reads the named parts from the given positions on, without end. */
    Feed follow(Map<TopicPart, Long> from);

    /**
     * Reads the named parts from the given positions to an end that the caller knows. It is cheap to begin and never waits
     * for records to come; whoever wants those takes {@link #follow}, which costs less while there are none.
     */
    default Feed scan(Map<TopicPart, Long> from) {
        return follow(from);
    }

    /** As {@link #scan(Map)}, of one topic. */
    default Reading scan(String topic, Map<Integer, Long> from) {
        return new TopicReading(topic, scan(TopicPart.of(topic, from)));
    }

    /** Reads the named partitions of one topic from the given positions on, without end. */
    default Reading read(String topic, Map<Integer, Long> from) {
        return new TopicReading(topic, follow(TopicPart.of(topic, from)));
    }

    /** The newest record of every key of a topic with one partition; the same view at every call, closed with this log. */
    default NewestRecords newest(String topic) {
        return new NewestRecords(this, topic);
    }

    /**
     * Sends from any thread; the future has the offset once the record is safe. A caller that is faster than the cluster is
     * held up here: what is under way is bounded.
     */
    CompletableFuture<Long> send(NewRecord sent);

    /** As {@link #send}, of one among many: it may wait some milliseconds for the others, until {@link #flush}. */
    default CompletableFuture<Long> sendAmongMany(NewRecord sent) {
        return send(sent);
    }

    /** Returns when all that was sent among many is safe or has failed; from any thread. */
    default void flush() {}

    /** Returns the offset once the record is safe. */
    long append(NewRecord appended);

    @Override
    void close();
}
