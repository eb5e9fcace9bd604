package dev.carillon.system.checker.seen;

import dev.carillon.schemas.record.Outcome;

/** An outcome. */
public record OutcomeSeen(SeenRecord at, Outcome outcome) {}
