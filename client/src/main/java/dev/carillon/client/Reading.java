package dev.carillon.client;

import java.time.Duration;
import java.util.List;
import java.util.Map;

/** One pass over some partitions; used from one thread. */
public interface Reading extends AutoCloseable {
    /** What has come; empty when nothing has within the time. */
    List<StoredRecord> next(Duration atMost);

    /** The position that comes next in each partition; beyond records that may not be seen, too. */
    Map<Integer, Long> positions();

    @Override
    void close();
}
