package dev.carillon.kit.config.problem;

import java.util.List;
import java.util.stream.Collectors;

/** The constructor of a configuration record has refused its values. */
public final class ContradictionException extends IllegalArgumentException {
    private static final long serialVersionUID = 1L;

    private final transient List<Contradictions.Found> found;

    ContradictionException(List<Contradictions.Found> found) {
        super(found.stream()
                .map(one -> String.join(", ", one.keys()) + ": " + one.problem() + ". " + one.fix())
                .collect(Collectors.joining("; ")));
        this.found = List.copyOf(found);
    }

    public List<Contradictions.Found> found() {
        return found;
    }
}
