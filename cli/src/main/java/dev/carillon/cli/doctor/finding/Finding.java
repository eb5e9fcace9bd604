package dev.carillon.cli.doctor.finding;

/**
 * One result of a check.
 *
 * @param code stable, for scripts; {@code GOOD} if nothing is wrong
 * @param seen what was found, in words
 * @param why why it matters; empty if nothing is wrong
 * @param fix what to do, with a command if there is one; empty if there is nothing to do
 */
public record Finding(String code, Severity severity, String seen, String why, String fix) {

    public static Finding good(String seen) {
        return new Finding(Severity.GOOD.name(), Severity.GOOD, seen, "", "");
    }
}
