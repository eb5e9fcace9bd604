package dev.carillon.timing.forecast;

import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The fires of a schedule in a time range.
 *
 * @param more the first instant beyond the limit; null if all fit
 * @param notes sentences that explain the list
 */
public record PlanPreview(List<PlannedFire> fires, @Nullable Instant more, List<String> notes) {}
