package dev.carillon.insight.cluster;

import dev.carillon.insight.topic.EvidenceRecord;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * The term of the current or last leader, from the events of the trigger.
 *
 * @param source the leader, as {@code trigger/host-4f2a}
 * @param since when the term began; null if that event was not found
 * @param ended when the leader announced the end of its term; null if it has not
 * @param evidence the event that began or ended the term, or else a slice of the leader
 */
public record LeaderTerm(
        String source, @Nullable Instant since, @Nullable Instant ended, EvidenceRecord evidence) {}
