package dev.carillon.system.checker;

import dev.carillon.schemas.record.Slice;

/** A slice that the trigger says it has committed. */
record SliceSeen(SeenRecord at, Slice slice) {}
