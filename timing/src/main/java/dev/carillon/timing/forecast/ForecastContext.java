package dev.carillon.timing.forecast;

import dev.carillon.schemas.trigger.Marker;
import dev.carillon.timing.plan.ScheduleLookup;
import org.jspecify.annotations.Nullable;

/**
 * What decides the fires of a definition beside itself.
 *
 * @param marker the trigger's state of the schedule; null if there is none
 * @param lookup finds calendars and other schedules
 */
public record ForecastContext(@Nullable Marker marker, ScheduleLookup lookup) {
    /** No marker and no other schedules; every calendar includes all days. */
    public static final ForecastContext NOTHING = new ForecastContext(null, ScheduleLookup.UNKNOWN);
}
