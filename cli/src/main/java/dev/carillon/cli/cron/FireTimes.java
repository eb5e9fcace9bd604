package dev.carillon.cli.cron;

import dev.carillon.schemas.error.ContractException;
import dev.carillon.schemas.error.ErrorCode;
import dev.carillon.schemas.schedule.Fold;
import dev.carillon.schemas.schedule.Gap;
import dev.carillon.timing.cron.CronExpression;
import dev.carillon.timing.cron.Timing;
import java.time.Instant;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * A cron expression with the settings that decide its fire times.
 *
 * @param taskId the id that {@code H} is hashed from
 */
public record FireTimes(
        String expression, String taskId, @Nullable String zone, Gap gap, Fold fold, Instant from, int count) {
    public static final int MAX_COUNT = 1_000;
    public static final String ANY_TASK = "task";

    public FireTimes {
        if (from.isAfter(Timing.LAST)) {
            throw new ContractException(
                    ErrorCode.OUT_OF_RANGE,
                    "from",
                    from + " lies beyond the year 2099, the last one is " + Timing.LAST,
                    "write an earlier year");
        }
    }

    /** The first instants after {@code from}, as the trigger would plan them. */
    public List<Instant> next() {
        CronExpression cron = CronExpression.parse(expression, taskId);
        return following(cron, zoneId(), from, count);
    }

    ZoneId zoneId() {
        return Timing.zone(zone);
    }

    List<Instant> following(CronExpression cron, ZoneId zoneId, Instant after, int atMost) {
        List<Instant> instants = new ArrayList<>();
        Optional<Instant> next = cron.next(after, zoneId, gap, fold);
        while (next.isPresent() && instants.size() < atMost) {
            instants.add(next.get());
            next = instants.size() < atMost ? cron.next(next.get(), zoneId, gap, fold) : Optional.empty();
        }
        return instants;
    }
}
