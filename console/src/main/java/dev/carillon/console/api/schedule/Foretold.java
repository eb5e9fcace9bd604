package dev.carillon.console.api.schedule;

import dev.carillon.console.api.schedule.Forecast.Fire;
import dev.carillon.console.api.schedule.Forecast.Known;
import dev.carillon.console.api.schedule.Forecast.Plan;
import dev.carillon.console.api.schedule.Forecast.Prospect;
import dev.carillon.console.api.schedule.Forecast.State;
import dev.carillon.schemas.error.ContractException;
import dev.carillon.schemas.record.Marker;
import dev.carillon.schemas.record.Schedule;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * How a schedule stands, and when it fires next.
 *
 * @param plan of the definition in force; null where there is none
 * @param next null unless it is known
 * @param problem why the newest definition can't be used; null if it can
 */
public record Foretold(
        @Nullable Plan plan,
        Prospect prospect,
        @Nullable Fire next,
        @Nullable String problem) {
    /**
     * Of a schedule as it is stored.
     *
     * @param schedule null for one that can't be read
     * @param problem why the trigger or whoever reads it says that it can't be used; null if nobody does
     */
    public static Foretold of(
            Forecast forecast, @Nullable Schedule schedule, @Nullable String problem, Known known, Instant now) {
        Marker marker = known.marker();
        if (marker != null && marker.brokenCode() != null) {
            String said = problem == null ? marker.brokenMessage() + " (" + marker.brokenCode() + ")" : problem;
            return broken(plan(forecast, marker.lastGood(), known), said);
        }
        if (schedule == null || problem != null) {
            return broken(plan(forecast, schedule, known), problem == null ? "its record can't be read" : problem);
        }
        try {
            Plan plan = forecast.of(schedule, known);
            Prospect prospect = plan.prospect(now);
            Fire next = prospect.state() == State.ACTIVE
                    ? plan.next(now, 1).stream().findFirst().orElse(null)
                    : null;
            return new Foretold(plan, prospect, next, null);
        } catch (ContractException e) {
            // The trigger says the same of it, or is about to.
            return broken(null, String.valueOf(e.getMessage()));
        } catch (RuntimeException e) {
            // A defect of the rules meets one schedule, and must not hide the others from whoever looks at all.
            return broken(null, "its times can't be worked out (" + e + ")");
        }
    }

    private static @Nullable Plan plan(Forecast forecast, @Nullable Schedule schedule, Known known) {
        try {
            return schedule == null ? null : forecast.of(schedule, known);
        } catch (RuntimeException e) {
            return null; // Safe: that it can't be used is being said.
        }
    }

    private static Foretold broken(@Nullable Plan plan, String problem) {
        return new Foretold(
                plan,
                new Prospect(
                        State.BROKEN, "its definition can't be used: " + problem, "carillon schedule apply -f FILE"),
                null,
                problem);
    }
}
