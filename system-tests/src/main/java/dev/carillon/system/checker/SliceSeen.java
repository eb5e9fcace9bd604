package dev.carillon.system.checker;

import dev.carillon.schemas.record.Slice;

/** A committed slice, as the trigger's event describes it. */
record SliceSeen(SeenRecord at, Slice slice) {}
