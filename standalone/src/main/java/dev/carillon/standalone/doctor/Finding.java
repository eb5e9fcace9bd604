package dev.carillon.standalone.doctor;

/**
 * One thing that was looked at.
 *
 * @param code stable, for scripts; {@code GOOD} for what is as it should be
 * @param seen what was found, in words
 * @param why why it matters; empty for what is good
 * @param fix what to do, a command where there is one; empty where there is nothing to do
 */
public record Finding(String code, Severity severity, String seen, String why, String fix) {

    public static Finding good(String seen) {
        return new Finding(Severity.GOOD.name(), Severity.GOOD, seen, "", "");
    }
}
