package dev.carillon.console.api.schedule;

import dev.carillon.console.api.schedule.ScheduleForecaster.Fire;
import dev.carillon.console.api.schedule.ScheduleForecaster.Known;
import dev.carillon.console.api.schedule.ScheduleForecaster.Plan;
import dev.carillon.console.api.schedule.ScheduleForecaster.Prospect;
import dev.carillon.console.api.schedule.ScheduleForecaster.State;
import dev.carillon.schemas.error.ContractException;
import dev.carillon.schemas.record.Marker;
import dev.carillon.schemas.record.Schedule;
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
        @Nullable Plan plan,
        Prospect prospect,
        @Nullable Fire next,
        @Nullable String problem) {
    /**
     * The forecast of a stored schedule.
     *
     * @param schedule null if its record can't be read
     * @param problem why the definition can't be used, found by its reader or the trigger; null if it can
     */
    public static ScheduleForecast of(
            ScheduleForecaster forecaster,
            @Nullable Schedule schedule,
            @Nullable String problem,
            Known known,
            Instant now) {
        Marker marker = known.marker();
        if (marker != null && marker.brokenCode() != null) {
            String reason = problem == null ? marker.brokenMessage() + " (" + marker.brokenCode() + ")" : problem;
            return broken(plan(forecaster, marker.lastGood(), known), reason);
        }
        if (schedule == null || problem != null) {
            return broken(plan(forecaster, schedule, known), problem == null ? "its record can't be read" : problem);
        }
        try {
            Plan plan = forecaster.of(schedule, known);
            Prospect prospect = plan.prospect(now);
            Fire next = prospect.state() == State.ACTIVE
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

    private static @Nullable Plan plan(ScheduleForecaster forecaster, @Nullable Schedule schedule, Known known) {
        try {
            return schedule == null ? null : forecaster.of(schedule, known);
        } catch (RuntimeException e) {
            return null; // Safe: the forecast already has the problem.
        }
    }

    private static ScheduleForecast broken(@Nullable Plan plan, String problem) {
        return new ScheduleForecast(
                plan,
                new Prospect(
                        State.BROKEN, "its definition can't be used: " + problem, "carillon schedule apply -f FILE"),
                null,
                problem);
    }
}
