package dev.carillon.console.history.ingest;

import dev.carillon.client.StoredRecord;
import dev.carillon.client.TopicPart;
import java.time.Duration;
import java.util.List;
import java.util.Map;

/** The topics as ingest reads them; used from one thread, but for {@link #wakeUp}. */
public interface TopicSource extends AutoCloseable {
    /** Those that there are now. */
    List<Topic> topics();

    /** One topic; its id is another when it was deleted and made anew. */
    record Topic(String name, String id, int partitions) {}

    /**
     * Reads these parts from now on, those that were read before from where they stand.
     *
     * @param from where to begin with each; what is deleted before that is passed by
     */
    void follow(Map<TopicPart, Long> from);

    /** What has come; empty when nothing has within the time. */
    List<StoredRecord> next(Duration atMost);

    /** The position that comes next in each part. */
    Map<TopicPart, Long> positions();

    /** How many records lie before the ends; -1 as long as nobody knows. */
    long behind();

    /** How many records were deleted before they could be read. */
    long lost();

    /** Ends a wait of another thread. */
    void wakeUp();

    @Override
    void close();
}
