package dev.carillon.kit.config.problem;

/** A value can't be read from its source; used only within this package. */
public final class UnusableSource extends Exception {
    private static final long serialVersionUID = 1L;

    private final transient ConfigProblem problem;

    public UnusableSource(ConfigProblem problem) {
        super(problem.problem(), null, false, false);
        this.problem = problem;
    }

    public ConfigProblem problem() {
        return problem;
    }
}
