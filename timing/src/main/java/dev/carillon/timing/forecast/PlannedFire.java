package dev.carillon.timing.forecast;

import dev.carillon.schemas.work.SkipReason;
import dev.carillon.timing.cron.ClockMark;
import java.time.Instant;
import java.time.OffsetDateTime;
import org.jspecify.annotations.Nullable;

/**
 * One planned instant of a schedule.
 *
 * @param at the nominal instant, which names the execution
 * @param due when it fires: the nominal instant plus its jitter
 * @param local the wall clock of the nominal instant in the zone of the plan
 * @param change how a clock change affects it; null for most
 * @param leftOut why it becomes no task; null if it becomes one
 */
public record PlannedFire(
        Instant at,
        Instant due,
        OffsetDateTime local,
        @Nullable ClockMark change,
        @Nullable SkipReason leftOut) {}
