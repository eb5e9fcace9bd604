package dev.carillon.client.log;

import dev.carillon.kit.record.ReceivedRecord;
import java.time.Duration;
import java.util.List;
import java.util.Map;

/** Reads some partitions of one topic; used from one thread. */
public interface PartitionReading extends AutoCloseable {
    /** The next records; empty if none arrive within the time. */
    List<ReceivedRecord> next(Duration atMost);

    /** The next position of each partition; it also passes records that are not visible, such as aborted ones. */
    Map<Integer, Long> positions();

    @Override
    void close();
}
