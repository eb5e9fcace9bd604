package dev.carillon.collector.ledger;

import dev.carillon.collector.outcome.Effect;
import dev.carillon.schemas.error.ErrorCode;
import dev.carillon.schemas.record.EventType;
import dev.carillon.schemas.record.Outcome;
import dev.carillon.schemas.record.Task;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** What follows from an event: one step of the ledger and the records to write, in one transaction. */
public record Decision(Verdict verdict, Step step, List<Effect> effects) {
    private static final Step STAY = new Step.Stay();

    static Decision nothing() {
        return new Decision(Verdict.NOTHING, STAY, List.of());
    }

    static Decision stray() {
        return new Decision(Verdict.STRAY, STAY, List.of());
    }

    /** The record that led here can't be used. */
    static Decision aside(ErrorCode cause, String message) {
        return new Decision(Verdict.STRAY, STAY, List.of(new Effect.PutAside(cause, message)));
    }

    static Decision late(String message) {
        return new Decision(Verdict.LATE, STAY, List.of(new Effect.Tell(EventType.LATE, message)));
    }

    static Decision duplicate(String message) {
        return new Decision(Verdict.DUPLICATE, STAY, List.of(new Effect.Tell(EventType.DUPLICATE, message)));
    }

    /** The worker has written the outcome; here nothing is left to do. */
    static Decision settled(Closed closed) {
        return new Decision(Verdict.SETTLED, new Step.Close(closed), List.of());
    }

    static Decision open(Verdict verdict, Entry entry, @Nullable Task task, Effect... effects) {
        return new Decision(verdict, new Step.Open(entry, task), List.of(effects));
    }

    static Decision end(Closed closed, Outcome outcome, Effect... others) {
        List<Effect> effects = new ArrayList<>();
        effects.add(new Effect.Final(outcome));
        effects.addAll(List.of(others));
        return new Decision(Verdict.ENDED, new Step.Close(closed), List.copyOf(effects));
    }
}
