package dev.carillon.trigger.leadership;

import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * The result of a session that was opened as a trigger opens it, and closed again.
 *
 * @param granted the session time-out that the server granted; null if there was no session
 * @param refused why no node can be written beside the latch; null if one can
 */
public record TrialSession(
        @Nullable Duration granted, @Nullable String refused) {}
