package dev.carillon.system.checker.seen;

import dev.carillon.schemas.trigger.Slice;

/** A committed slice, as the trigger's event describes it. */
public record SliceSeen(SeenRecord at, Slice slice) {}
