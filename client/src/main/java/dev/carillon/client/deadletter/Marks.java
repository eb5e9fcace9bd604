package dev.carillon.client.deadletter;

import dev.carillon.client.RecordLog;
import dev.carillon.client.WholeTopic;
import dev.carillon.schemas.codec.Kind;
import dev.carillon.schemas.topic.TopicNames;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/** All that was done with letters; the last deed counts. */
public final class Marks {
    private final Map<LetterPosition, Mark.Placed> placed;

    private Marks(Map<LetterPosition, Mark.Placed> placed) {
        this.placed = placed;
    }

    /** Where nothing was done with any letter, or nobody can tell. */
    public static Marks none() {
        return new Marks(Map.of());
    }

    /** Reads {@code audit} to its end. */
    public static Marks read(RecordLog log, TopicNames names) {
        Map<LetterPosition, Mark.Placed> placed = new HashMap<>();
        WholeTopic.read(log, names.audit(), log.starts(names.audit()), found -> found.read(Kind.AUDIT_ENTRY)
                .flatMap(Mark::read)
                .ifPresent(mark -> placed.put(mark.position(), mark)));
        return new Marks(placed);
    }

    /** The mark of the letter; one at the same position with another time is of a topic that is gone. */
    public Optional<Mark> of(Letter letter) {
        return Optional.ofNullable(placed.get(letter.position()))
                .filter(mark -> mark.appended().equals(letter.appended()))
                .map(Mark.Placed::mark);
    }
}
