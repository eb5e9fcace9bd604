package dev.carillon.client;

import java.time.Duration;
import java.util.List;
import java.util.Map;

/** A pass over parts of several topics without end; used from one thread. */
public interface Feed extends AutoCloseable {
    /** What has come; empty when nothing has within the time. */
    List<StoredRecord> next(Duration atMost);

    /** The position that comes next in each part; beyond records that may not be seen, too. */
    Map<TopicPart, Long> positions();

    /** Goes on from another position of one part. */
    void seek(TopicPart part, long offset);

    @Override
    void close();
}
