package dev.carillon.timing.forecast;

import dev.carillon.schemas.error.ContractException;
import dev.carillon.schemas.schedule.Schedule;
import dev.carillon.schemas.trigger.Marker;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * State of a schedule, and when it fires next.
 *
 * @param plan of the definition in force; null if there is none
 * @param next null if it is unknown or there is none
 * @param problem why the newest definition can't be used; null if it can
 */
public record ScheduleForecast(
        @Nullable SchedulePlan plan,
        FiringProspect prospect,
        @Nullable PlannedFire next,
        @Nullable String problem) {
    /**
     * The forecast of a stored schedule.
     *
     * @param schedule null if its record can't be read
     * @param problem why the definition can't be used, found by its reader or the trigger; null if it can
     */
    public static ScheduleForecast of(
            @Nullable Schedule schedule, @Nullable String problem, ForecastContext context, Instant now) {
        Marker marker = context.marker();
        if (marker != null && marker.brokenCode() != null) {
            String reason = problem == null ? marker.brokenMessage() + " (" + marker.brokenCode() + ")" : problem;
            return broken(plan(marker.lastGood(), context), reason);
        }
        if (schedule == null || problem != null) {
            return broken(plan(schedule, context), problem == null ? "its record can't be read" : problem);
        }
        try {
            SchedulePlan plan = SchedulePlan.of(schedule, context);
            FiringProspect prospect = plan.prospect(now);
            PlannedFire next = prospect.kind() == FiringProspect.Kind.ACTIVE
                    ? plan.next(now, 1).stream().findFirst().orElse(null)
                    : null;
            return new ScheduleForecast(plan, prospect, next, null);
        } catch (ContractException e) {
            // The trigger uses the same rules, so it rejects the definition too.
            return broken(null, String.valueOf(e.getMessage()));
        } catch (RuntimeException e) {
            // A bug in the rules must not hide the other schedules of a list.
            return broken(null, "its times can't be worked out (" + e + ")");
        }
    }

    private static @Nullable SchedulePlan plan(@Nullable Schedule schedule, ForecastContext context) {
        try {
            return schedule == null ? null : SchedulePlan.of(schedule, context);
        } catch (RuntimeException e) {
            return null; // Safe: the forecast already has the problem.
        }
    }

    private static ScheduleForecast broken(@Nullable SchedulePlan plan, String problem) {
        return new ScheduleForecast(
                plan,
                new FiringProspect(
                        FiringProspect.Kind.BROKEN,
                        "its definition can't be used: " + problem,
                        "carillon schedule apply -f FILE"),
                null,
                problem);
    }
}
