package dev.carillon.insight.cluster;

import dev.carillon.insight.topic.Backlog;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
import java.util.Optional;

/**
 * The unfinished tasks of one queue.
 *
 * @param lanes a backlog for each of its topics
 * @param served whether a live worker reads it
 */
public record QueueLoad(String queue, List<Backlog> lanes, boolean served) {

    public long waiting() {
        return lanes.stream().mapToLong(Backlog::waiting).sum();
    }

    public long later() {
        return lanes.stream().mapToLong(Backlog::later).sum();
    }

    public boolean exact() {
        return lanes.stream().allMatch(Backlog::exact);
    }

    /** Since when the oldest waiting task could start; empty if none waits. */
    public Optional<Instant> oldest() {
        return lanes.stream().map(Backlog::oldest).filter(Objects::nonNull).min(Instant::compareTo);
    }
}
