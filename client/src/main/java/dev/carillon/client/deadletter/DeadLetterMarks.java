package dev.carillon.client.deadletter;

import dev.carillon.client.log.RecordLog;
import dev.carillon.client.log.WholeTopic;
import dev.carillon.schemas.codec.Kind;
import dev.carillon.schemas.topic.TopicNames;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/** The newest mark of each dead letter. */
public final class DeadLetterMarks {
    private final Map<DeadLetterPosition, DeadLetterMark.Placed> placed;

    private DeadLetterMarks(Map<DeadLetterPosition, DeadLetterMark.Placed> placed) {
        this.placed = placed;
    }

    /** No marks, also for callers that can't read {@code audit}. */
    public static DeadLetterMarks none() {
        return new DeadLetterMarks(Map.of());
    }

    /** Reads {@code audit} to its end. */
    public static DeadLetterMarks read(RecordLog log, TopicNames names) {
        Map<DeadLetterPosition, DeadLetterMark.Placed> placed = new HashMap<>();
        WholeTopic.read(log, names.audit(), log.starts(names.audit()), found -> found.read(Kind.AUDIT_ENTRY::ifReadable)
                .flatMap(DeadLetterMark::read)
                .ifPresent(mark -> placed.put(mark.position(), mark)));
        return new DeadLetterMarks(placed);
    }

    /** The dead letter's mark; a mark at its position with another append time is of a deleted topic. */
    public Optional<DeadLetterMark> of(StoredDeadLetter deadLetter) {
        return Optional.ofNullable(placed.get(deadLetter.position()))
                .filter(mark -> mark.appended().equals(deadLetter.appended()))
                .map(DeadLetterMark.Placed::mark);
    }
}
