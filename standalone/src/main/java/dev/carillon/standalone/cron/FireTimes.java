package dev.carillon.standalone.cron;

import dev.carillon.schemas.record.Fold;
import dev.carillon.schemas.record.Gap;
import dev.carillon.trigger.cron.CronExpression;
import dev.carillon.trigger.cron.Timing;
import java.time.Instant;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * A question about a cron expression.
 *
 * @param taskId what {@code H} is a hash of
 */
public record FireTimes(String expression, @Nullable String zone, Instant from, int count, String taskId) {
    public static final int MAX_COUNT = 1_000;
    public static final String ANY_TASK = "task";

    /** The first instants after {@code from}, as the trigger would plan them. */
    public List<Instant> next() {
        CronExpression cron = CronExpression.parse(expression, taskId);
        ZoneId zoneId = Timing.zone(zone);
        List<Instant> instants = new ArrayList<>();
        Optional<Instant> next = cron.next(from, zoneId, Gap.RUN_AFTER, Fold.FIRST);
        while (next.isPresent() && instants.size() < count) {
            instants.add(next.get());
            next = instants.size() < count
                    ? cron.next(next.get(), zoneId, Gap.RUN_AFTER, Fold.FIRST)
                    : Optional.empty();
        }
        return instants;
    }
}
