package dev.carillon.kit.config.problem;

import dev.carillon.kit.errors.CodedException;
import java.util.List;
import java.util.stream.Collectors;

/** The configuration can't be used; the message lists all problems at once. */
public final class ConfigException extends CodedException {
    private static final long serialVersionUID = 1L;

    private final transient List<ConfigProblem> problems;

    public ConfigException(List<ConfigProblem> problems) {
        super(problems.get(0).code(), words(problems));
        this.problems = List.copyOf(problems);
    }

    public List<ConfigProblem> problems() {
        return problems;
    }

    private static String words(List<ConfigProblem> problems) {
        String head = problems.size() == 1 ? "1 problem" : problems.size() + " problems";
        return problems.stream()
                .map(ConfigProblem::oneLine)
                .collect(Collectors.joining("\n  ", "the configuration has " + head + ":\n  ", ""));
    }
}
