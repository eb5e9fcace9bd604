package dev.carillon.collector.ledger;

import dev.carillon.collector.outcome.Word;
import dev.carillon.schemas.error.ErrorCode;
import dev.carillon.schemas.record.EventType;
import dev.carillon.schemas.record.Outcome;
import dev.carillon.schemas.record.Task;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** What follows from an event: one step of the ledger and the words to say, in one transaction. */
public record Decision(Verdict verdict, Step step, List<Word> words) {
    private static final Step STAY = new Step.Stay();

    static Decision nothing() {
        return new Decision(Verdict.NOTHING, STAY, List.of());
    }

    static Decision stray() {
        return new Decision(Verdict.STRAY, STAY, List.of());
    }

    /** The record that led here can't be used. */
    static Decision aside(ErrorCode cause, String message) {
        return new Decision(Verdict.STRAY, STAY, List.of(new Word.PutAside(cause, message)));
    }

    static Decision late(String message) {
        return new Decision(Verdict.LATE, STAY, List.of(new Word.Tell(EventType.LATE, message)));
    }

    static Decision duplicate(String message) {
        return new Decision(Verdict.DUPLICATE, STAY, List.of(new Word.Tell(EventType.DUPLICATE, message)));
    }

    static Decision open(Verdict verdict, Entry entry, @Nullable Task task, Word... words) {
        return new Decision(verdict, new Step.Open(entry, task), List.of(words));
    }

    static Decision end(Closed closed, Outcome outcome, Word... others) {
        List<Word> words = new ArrayList<>();
        words.add(new Word.Final(outcome));
        words.addAll(List.of(others));
        return new Decision(Verdict.ENDED, new Step.Close(closed), List.copyOf(words));
    }
}
