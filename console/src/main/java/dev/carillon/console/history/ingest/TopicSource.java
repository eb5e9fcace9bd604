package dev.carillon.console.history.ingest;

import dev.carillon.client.log.TopicPart;
import dev.carillon.kit.record.ReceivedRecord;
import java.time.Duration;
import java.util.List;
import java.util.Map;

/** Reads the topics of the history; used by one thread, except for {@link #wakeUp}. */
public interface TopicSource extends AutoCloseable {
    /** The topics of the history that exist now. */
    List<Topic> topics();

    /** One topic; its id changes when it is deleted and created again. */
    record Topic(String name, String id, int partitions) {}

    /**
     * Reads these partitions from now on.
     *
     * @param from the position to begin at, by partition; if its record was deleted, the first one that still exists
     */
    void follow(Map<TopicPart, Long> from);

    /** The next records; empty if none came within the time. */
    List<ReceivedRecord> next(Duration atMost);

    /** The position to read next, by partition. */
    Map<TopicPart, Long> positions();

    /** How many records are left to read; -1 until that is known. */
    long behind();

    /** How many records retention deleted before they could be read. */
    long lost();

    /** Ends a wait of another thread. */
    void wakeUp();

    @Override
    void close();
}
