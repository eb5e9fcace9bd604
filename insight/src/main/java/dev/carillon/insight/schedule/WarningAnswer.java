package dev.carillon.insight.schedule;

import dev.carillon.timing.cron.CronWarning;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A warning about a cron expression as JSON. */
public record WarningAnswer(
        CronWarning.Kind kind, String message, @Nullable String instead) {
    public static List<WarningAnswer> list(List<CronWarning> warnings) {
        return warnings.stream()
                .map(one -> new WarningAnswer(one.kind(), one.message(), one.instead()))
                .toList();
    }
}
