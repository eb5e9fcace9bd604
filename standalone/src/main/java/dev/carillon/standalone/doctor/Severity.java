package dev.carillon.standalone.doctor;

/** How bad a finding is. */
public enum Severity {
    /** Something that Carillon needs does not work. */
    BROKEN,
    /** It works today, and will not on a bad day. */
    RISKY,
    /** Worth knowing; often meant so. */
    NOTE,
    /** As it should be. */
    GOOD
}
