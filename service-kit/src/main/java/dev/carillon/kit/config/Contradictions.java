package dev.carillon.kit.config;

import java.util.ArrayList;
import java.util.List;

/** Collects, in the constructor of a configuration record, what is wrong with its values taken together. */
public final class Contradictions {
    private final List<Found> found = new ArrayList<>();

    /**
     * One thing that is wrong.
     *
     * @param keys the settings that don't go together; one alone is wrong by itself
     * @param problem what is wrong, without a secret's value
     * @param fix what to do
     */
    public record Found(List<String> keys, String problem, String fix) {}

    /** Notes the problem if the condition holds. */
    public Contradictions when(boolean wrong, List<String> keys, String problem, String fix) {
        if (wrong) {
            found.add(new Found(List.copyOf(keys), problem, fix));
        }
        return this;
    }

    /**
     * Ends the check.
     *
     * @throws ContradictionException with everything that was noted
     */
    public void check() {
        if (!found.isEmpty()) {
            throw new ContradictionException(found);
        }
    }
}
