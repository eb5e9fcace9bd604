package dev.carillon.client;

import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** The topics of one cluster as a client sees them; used from one thread. */
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

    /** Reads the named partitions from the given positions on, without end. */
    Reading read(String topic, Map<Integer, Long> from);

    /** Returns once the record is safe. */
    void append(NewRecord appended);

    @Override
    void close();
}
