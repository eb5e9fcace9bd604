package dev.carillon.insight.schedule;

import dev.carillon.timing.forecast.PlannedFire;
import dev.carillon.timing.forecast.SchedulePlan;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A plan with some of its instants as JSON.
 *
 * @param prospect null for an expression without a schedule
 */
public record PlanAnswer(
        String zone,
        String words,
        List<FireAnswer> items,
        @Nullable ProspectAnswer prospect) {
    public static PlanAnswer of(SchedulePlan plan, List<PlannedFire> fires, @Nullable ProspectAnswer prospect) {
        return new PlanAnswer(zone(plan), plan.words(), FireAnswer.list(fires), prospect);
    }

    /** The zone's name, as Java calls UTC {@code Z}. */
    public static String zone(SchedulePlan plan) {
        ZoneId zone = plan.zone();
        return zone.equals(ZoneOffset.UTC) ? "UTC" : zone.getId();
    }
}
