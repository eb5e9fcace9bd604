package dev.carillon.system.checker;

import dev.carillon.schemas.record.Outcome;

/** An outcome. */
record OutcomeSeen(SeenRecord at, Outcome outcome) {}
