package dev.carillon.console.history.ingest;

import dev.carillon.client.TopicPart;
import dev.carillon.console.history.Change;
import dev.carillon.console.history.fold.Batch;
import java.time.Instant;
import java.util.List;
import java.util.Map;

/** Where rows are kept, for the one thread that writes them. */
public interface HistoryStore extends AutoCloseable {
    /** The position that comes next in each part that was ever read. */
    Map<TopicPart, Long> positions();

    /** The ids of the topics that the positions are of, by name. */
    Map<String, String> topicIds();

    /** Writes what the batch changes and the positions it was read up to, both or neither. */
    List<Change> write(Batch batch, Map<TopicPart, Long> positions);

    /** When it was written last, by the append time of what was written; the beginning of time if it never was. */
    Instant lastWritten();

    /** Forgets the latest values of compacted topics, with their positions, so that they are read from the start. */
    void forgetLatest();

    /** Notes that these are the topics it goes by from now on. */
    void knows(Map<String, String> topicIds);

    /**
     * Deletes some of what is older than it has to be.
     *
     * @return whether there is more of it
     */
    boolean forget(Instant now);

    /** Throws everything away. */
    void clear();

    @Override
    void close();
}
