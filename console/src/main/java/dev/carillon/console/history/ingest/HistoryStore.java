package dev.carillon.console.history.ingest;

import dev.carillon.client.log.TopicPart;
import dev.carillon.console.history.HistoryChange;
import dev.carillon.console.history.fold.FoldedBatch;
import java.time.Instant;
import java.util.List;
import java.util.Map;

/** Writes the rows of the history; used by the ingest thread only. */
public interface HistoryStore extends AutoCloseable {
    /** The position to read next, for each partition that was ever read. */
    Map<TopicPart, Long> positions();

    /** The ids of the topics that the positions belong to, by topic name. */
    Map<String, String> topicIds();

    /** Writes the rows that the batch changes, and the positions after it, in one transaction. */
    List<HistoryChange> write(FoldedBatch batch, Map<TopicPart, Long> positions);

    /** Append time of the newest record in the batch that was written last; the epoch if none was. */
    Instant lastWritten();

    /** Deletes rows and positions of the compacted topics, so that these are read from the start. */
    void resetCompacted();

    /** Stores the ids of the topics that are read from now on. */
    void saveTopicIds(Map<String, String> topicIds);

    /**
     * Deletes some of the rows that are older than their retention.
     *
     * @return whether there are more of them
     */
    boolean deleteOld(Instant now);

    /** Deletes all rows and positions. */
    void clear();

    @Override
    void close();
}
