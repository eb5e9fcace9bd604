package dev.carillon.kit.config.problem;

import dev.carillon.kit.errors.KitErrorCode;

/** A value is invalid for its key; used only within this package. */
public final class UnusableValue extends Exception {
    private static final long serialVersionUID = 1L;

    private final KitErrorCode code;
    private final String problem;
    private final String fix;

    public UnusableValue(KitErrorCode code, String problem, String fix) {
        super(problem, null, false, false);
        this.code = code;
        this.problem = problem;
        this.fix = fix;
    }

    public ConfigProblem at(String key, String value, String origin) {
        return new ConfigProblem(key, value, origin, problem, fix, code);
    }
}
