package dev.carillon.trigger.leadership;

import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * What somebody met who came as a trigger does, and left again.
 *
 * @param granted the session that the server gave; null if none came about
 * @param refused why nothing can be written beside the latch; null if it can
 */
public record LatchVisit(
        @Nullable Duration granted, @Nullable String refused) {}
