package dev.carillon.cli.doctor.finding;

/** How bad a finding is. */
public enum Severity {
    /** Something that Carillon needs does not work. */
    BROKEN,
    /** It works now and may fail or lose data when something else goes wrong. */
    RISKY,
    /** Worth knowing; often intended. */
    NOTE,
    /** Nothing is wrong. */
    GOOD
}
