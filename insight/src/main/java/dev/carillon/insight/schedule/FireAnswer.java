package dev.carillon.insight.schedule;

import dev.carillon.timing.forecast.PlannedFire;
import java.time.Instant;
import java.time.format.DateTimeFormatter;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A planned instant as JSON.
 *
 * @param due null if the same as at
 */
public record FireAnswer(
        Instant at,
        String local,
        @Nullable Instant due,
        @Nullable MarkAnswer mark) {
    /** Writes the seconds even if they are zero. */
    private static final DateTimeFormatter WALL_CLOCK = DateTimeFormatter.ISO_OFFSET_DATE_TIME;

    public static FireAnswer of(PlannedFire fire) {
        return new FireAnswer(
                fire.at(),
                WALL_CLOCK.format(fire.local()),
                fire.due().equals(fire.at()) ? null : fire.due(),
                fire.change() == null
                        ? null
                        : new MarkAnswer(fire.change().name(), fire.change().sentence()));
    }

    public static List<FireAnswer> list(List<PlannedFire> fires) {
        return fires.stream().map(FireAnswer::of).toList();
    }
}
