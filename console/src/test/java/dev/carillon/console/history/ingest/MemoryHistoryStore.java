package dev.carillon.console.history.ingest;

import dev.carillon.client.log.TopicPart;
import dev.carillon.console.history.HistoryChange;
import dev.carillon.console.history.HistoryException;
import dev.carillon.console.history.HistoryProblem;
import dev.carillon.console.history.fold.FoldedBatch;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** A store in memory: keeps positions and sizes of batches, counts calls, and fails with the problem that is set. */
final class MemoryHistoryStore implements HistoryStore {
    final Map<TopicPart, Long> positions = new HashMap<>();
    final Map<String, String> ids = new HashMap<>();
    final List<Integer> sizes = new ArrayList<>();

    @Nullable
    HistoryProblem failing;

    Instant written = Instant.EPOCH;
    int clears;
    int resets;
    int deletions;
    Instant deletedAt = Instant.MIN;
    /** In how many of the next calls of {@link #deleteOld} more rows are left. */
    int oldSteps;

    /** How many records were written. */
    int records() {
        return sizes.stream().mapToInt(Integer::intValue).sum();
    }

    @Override
    public Map<TopicPart, Long> positions() {
        return positions;
    }

    @Override
    public Map<String, String> topicIds() {
        return ids;
    }

    @Override
    public List<HistoryChange> write(FoldedBatch batch, Map<TopicPart, Long> moved) {
        if (failing != null) {
            throw new HistoryException(failing, "as the test wants it");
        }
        sizes.add(batch.size());
        positions.putAll(moved);
        return List.of(new HistoryChange(HistoryChange.Kind.RUN, "any", null, Instant.EPOCH));
    }

    @Override
    public Instant lastWritten() {
        return written;
    }

    @Override
    public void resetCompacted() {
        resets++;
    }

    @Override
    public void saveTopicIds(Map<String, String> topicIds) {
        ids.putAll(topicIds);
    }

    @Override
    public boolean deleteOld(Instant now) {
        deletions++;
        deletedAt = now;
        return oldSteps-- > 0;
    }

    @Override
    public void clear() {
        clears++;
        failing = null;
        positions.clear();
        ids.clear();
    }

    @Override
    public void close() {}
}
