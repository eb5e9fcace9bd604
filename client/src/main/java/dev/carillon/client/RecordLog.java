package dev.carillon.client;

import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;

/** The topics of one cluster as a client sees them; used from one thread, but for {@link #send}. */
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

    /** How far a consumer group has come, by what it has stored; empty for a group that never was. */
    List<GroupOffset> committed(String group);

    /** Reads the named parts from the given positions on, without end. */
    Feed follow(Map<TopicPart, Long> from);

    /** Reads the named partitions of one topic from the given positions on, without end. */
    default Reading read(String topic, Map<Integer, Long> from) {
        return new TopicReading(topic, follow(TopicPart.of(topic, from)));
    }

    /**
     * Sends from any thread, and says when the record is safe. A caller that is faster than the cluster is held up here:
     * what is under way is bounded.
     */
    CompletableFuture<Void> send(NewRecord sent);

    /** Returns once the record is safe. */
    void append(NewRecord appended);

    @Override
    void close();
}
