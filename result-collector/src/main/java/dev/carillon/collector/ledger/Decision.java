package dev.carillon.collector.ledger;

import dev.carillon.collector.outcome.Effect;
import dev.carillon.schemas.error.ErrorCode;
import dev.carillon.schemas.record.EventType;
import dev.carillon.schemas.record.Outcome;
import dev.carillon.schemas.record.Task;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** What follows from an event: a change of the ledger and the records to write, in one transaction. */
public record Decision(EventVerdict verdict, LedgerChange change, List<Effect> effects) {
    private static final LedgerChange STAY = new LedgerChange.Stay();

    static Decision nothing() {
        return new Decision(EventVerdict.NOTHING, STAY, List.of());
    }

    static Decision stray() {
        return new Decision(EventVerdict.STRAY, STAY, List.of());
    }

    /** The record that led to this can't be used. */
    static Decision aside(ErrorCode cause, String message) {
        return new Decision(EventVerdict.STRAY, STAY, List.of(new Effect.PutAside(cause, message)));
    }

    static Decision late(String message) {
        return new Decision(EventVerdict.LATE, STAY, List.of(new Effect.Tell(EventType.LATE, message)));
    }

    static Decision duplicate(String message) {
        return new Decision(EventVerdict.DUPLICATE, STAY, List.of(new Effect.Tell(EventType.DUPLICATE, message)));
    }

    /** The worker has written the outcome, so nothing is left to write here. */
    static Decision settled(ClosedExecution closed) {
        return new Decision(EventVerdict.SETTLED, new LedgerChange.Close(closed), List.of());
    }

    static Decision open(EventVerdict verdict, Entry entry, @Nullable Task task, Effect... effects) {
        return new Decision(verdict, new LedgerChange.Open(entry, task), List.of(effects));
    }

    static Decision end(ClosedExecution closed, Outcome outcome, Effect... others) {
        List<Effect> effects = new ArrayList<>();
        effects.add(new Effect.Final(outcome));
        effects.addAll(List.of(others));
        return new Decision(EventVerdict.ENDED, new LedgerChange.Close(closed), List.copyOf(effects));
    }
}
