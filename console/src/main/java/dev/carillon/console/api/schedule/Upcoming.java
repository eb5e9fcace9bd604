package dev.carillon.console.api.schedule;

import dev.carillon.console.api.schedule.Forecast.Fire;
import dev.carillon.console.history.Page;
import dev.carillon.console.history.ScheduleBook;
import dev.carillon.console.history.ScheduleEntry;
import dev.carillon.console.history.ScheduleFilter;
import dev.carillon.schemas.error.ContractException;
import dev.carillon.schemas.record.Schedule;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/** The next fires of all active schedules. What was reckoned holds until the fire is over or the schedule changes. */
final class Upcoming {
    /** Everybody who looks within this time gets the same answer: going through all schedules is not for every look. */
    private static final Duration HOLDS = Duration.ofSeconds(2);

    private static final int KEPT = 1_000;
    private static final ScheduleFilter ACTIVE =
            new ScheduleFilter(null, ScheduleFilter.Standing.ACTIVE, null, null, null);

    private final ScheduleBook book;
    private final Forecast forecast;
    private final Clock clock;
    /** One for each active schedule. */
    private Map<String, Reckoned> reckoned = Map.of();

    private List<Reckoned> soonest = List.of();
    private Instant looked = Instant.MIN;

    private record Reckoned(long version, Schedule schedule, Fire fire) {}

    Upcoming(ScheduleBook book, Forecast forecast, Clock clock) {
        this.book = book;
        this.forecast = forecast;
        this.clock = clock;
    }

    synchronized List<ObjectNode> soonest(int count) {
        Instant now = clock.instant();
        if (looked.isBefore(now.minus(HOLDS)) || looked.isAfter(now)) {
            lookAgain(now);
            looked = now;
        }
        return soonest.stream()
                .filter(one -> one.fire().at().isAfter(now))
                .limit(count)
                .map(Upcoming::json)
                .toList();
    }

    private void lookAgain(Instant now) {
        Map<String, Reckoned> found = new HashMap<>();
        String cursor = null;
        do {
            Page<ScheduleEntry> page = book.find(ACTIVE, cursor, ScheduleBook.MAX_LIMIT);
            for (ScheduleEntry entry : page.items()) {
                next(entry, now).ifPresent(one -> found.put(entry.taskId(), one));
            }
            cursor = page.next();
        } while (cursor != null);
        reckoned = found;
        List<Reckoned> sorted = new ArrayList<>(found.values());
        sorted.sort(Comparator.comparing((Reckoned one) -> one.fire().at())
                .thenComparing(one -> one.schedule().taskId()));
        soonest = List.copyOf(sorted.subList(0, Math.min(KEPT, sorted.size())));
    }

    private Optional<Reckoned> next(ScheduleEntry entry, Instant now) {
        @Nullable Reckoned known = reckoned.get(entry.taskId());
        if (known != null
                && known.version() == entry.version()
                && known.fire().at().isAfter(now)) {
            return Optional.of(known);
        }
        Schedule schedule = entry.schedule();
        if (schedule == null) {
            return Optional.empty();
        }
        try {
            return forecast.of(schedule).next(now, 1).stream()
                    .findFirst()
                    .map(fire -> new Reckoned(entry.version(), schedule, fire));
        } catch (ContractException e) {
            // Safe: it never fires, and the schedule's own page says why.
            return Optional.empty();
        }
    }

    private static ObjectNode json(Reckoned one) {
        ObjectNode node = JsonNodeFactory.instance
                .objectNode()
                .put("taskId", one.schedule().taskId());
        if (one.schedule().work().name() != null) {
            node.put("name", one.schedule().work().name());
        }
        node.put("type", one.schedule().work().type());
        if (one.schedule().when().zone() != null) {
            node.put("zone", one.schedule().when().zone());
        }
        node.set("fire", FireJson.of(one.fire()));
        return node;
    }
}
