package dev.carillon.standalone.doctor;

import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.function.Function;

/**
 * One check: a fact is gathered, and judged.
 *
 * @param name what is looked at, as in "looking at topics"
 * @param late what it means if there is no answer in time
 */
record Check<T>(String name, Fact<T> fact, Function<T, List<Finding>> judgement, Trouble late) {

    Check(String name, Fact<T> fact, Function<T, List<Finding>> judgement) {
        this(name, fact, judgement, Trouble.TOO_SLOW);
    }

    List<Finding> run() {
        try {
            return judgement.apply(fact.gather());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return List.of(unfinished("was interrupted"));
        } catch (Exception e) {
            // One check that can't look must not hide what the others see; it becomes a finding itself.
            Throwable cause = e instanceof ExecutionException && e.getCause() != null ? e.getCause() : e;
            return List.of(unfinished(Words.of(cause)));
        }
    }

    Finding unfinished(String why) {
        return Trouble.NOT_CHECKED.found("could not look at " + name + ": " + why, "");
    }
}
