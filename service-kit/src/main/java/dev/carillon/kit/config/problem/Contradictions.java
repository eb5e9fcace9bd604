package dev.carillon.kit.config.problem;

import java.util.ArrayList;
import java.util.List;

/** Collects problems of a configuration record's values taken together, in the record's constructor. */
public final class Contradictions {
    private final List<Found> found = new ArrayList<>();

    /**
     * One problem.
     *
     * @param keys the settings that contradict each other, or the single one that is invalid
     * @param problem what is wrong, without a secret's value
     * @param fix what to do
     */
    public record Found(List<String> keys, String problem, String fix) {}

    /** Adds the problem if the condition holds. */
    public Contradictions when(boolean wrong, List<String> keys, String problem, String fix) {
        if (wrong) {
            found.add(new Found(List.copyOf(keys), problem, fix));
        }
        return this;
    }

    /**
     * Ends the check.
     *
     * @throws ContradictionException with all added problems
     */
    public void check() {
        if (!found.isEmpty()) {
            throw new ContradictionException(found);
        }
    }
}
