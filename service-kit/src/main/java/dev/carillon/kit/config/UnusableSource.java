package dev.carillon.kit.config;

/** A value can't be read from its source; used only within this package. */
final class UnusableSource extends Exception {
    private static final long serialVersionUID = 1L;

    private final transient ConfigProblem problem;

    UnusableSource(ConfigProblem problem) {
        super(problem.problem(), null, false, false);
        this.problem = problem;
    }

    ConfigProblem problem() {
        return problem;
    }
}
