package dev.carillon.kit.config.problem;

import dev.carillon.kit.errors.KitErrorCode;

/**
 * One problem of the configuration.
 *
 * @param key the setting, as it was spelled
 * @param value its value; redacted for a secret
 * @param origin where it was set: a flag, a variable, a line of a file
 * @param problem what is wrong, naming the limit
 * @param fix what to do
 */
public record ConfigProblem(String key, String value, String origin, String problem, String fix, KitErrorCode code) {
    private static final int LONGEST_SHOWN = 100;

    public String oneLine() {
        String shown = value.length() <= LONGEST_SHOWN
                ? value
                : value.substring(0, LONGEST_SHOWN) + "... (" + value.length() + " characters)";
        String set = shown.isEmpty() ? key : key + " = " + shown;
        return set + " (" + origin + "): " + problem + ". " + fix + " [" + code + "]";
    }
}
