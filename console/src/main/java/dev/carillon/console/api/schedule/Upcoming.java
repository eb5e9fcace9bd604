package dev.carillon.console.api.schedule;

import dev.carillon.client.TriggerMemory;
import dev.carillon.console.api.schedule.Forecast.Fire;
import dev.carillon.console.history.Page;
import dev.carillon.console.history.ScheduleBook;
import dev.carillon.console.history.ScheduleEntry;
import dev.carillon.console.history.ScheduleFilter;
import dev.carillon.schemas.record.CalendarDays;
import dev.carillon.schemas.record.Marker;
import dev.carillon.schemas.record.Schedule;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
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
    private final KnownEntries known;
    private final Clock clock;
    /** One for each active schedule, be it that it does not fire. */
    private Map<String, Reckoned> reckoned = Map.of();

    private List<Coming> soonest = List.of();
    private Instant looked = Instant.MIN;

    /** To find that nothing fires takes longest of all, as a calendar may leave out day after day; it stays true longer. */
    private static final Duration SILENCE_HOLDS = Duration.ofHours(1);

    /**
     * What was reckoned, by which definition and which memory of the trigger.
     *
     * @param days those of its calendar
     * @param fire null if none comes
     * @param until it holds
     */
    private record Reckoned(
            long version,
            @Nullable Marker marker,
            @Nullable CalendarDays days,
            Schedule schedule,
            @Nullable Fire fire,
            Instant until) {}

    /** One that fires. */
    private record Coming(Schedule schedule, Fire fire) {}

    Upcoming(ScheduleBook book, KnownEntries known, Clock clock) {
        this.book = book;
        this.known = known;
        this.clock = clock;
    }

    synchronized List<ObjectNode> soonest(int count) {
        Instant now = clock.instant();
        if (looked.isBefore(now.minus(HOLDS)) || looked.isAfter(now)) {
            lookAgain(now);
            looked = now;
        }
        return soonest.stream()
                .filter(one -> one.fire().due().isAfter(now))
                .limit(count)
                .map(Upcoming::json)
                .toList();
    }

    private void lookAgain(Instant now) {
        Map<String, Reckoned> found = new HashMap<>();
        TriggerMemory memory = known.memory();
        String cursor = null;
        do {
            Page<ScheduleEntry> page = book.find(ACTIVE, cursor, ScheduleBook.MAX_LIMIT);
            for (ScheduleEntry entry : page.items()) {
                next(entry, memory, now).ifPresent(one -> found.put(entry.taskId(), one));
            }
            cursor = page.next();
        } while (cursor != null);
        reckoned = found;
        List<Coming> sorted = new ArrayList<>();
        for (Reckoned one : found.values()) {
            Fire fire = one.fire();
            if (fire != null) {
                sorted.add(new Coming(one.schedule(), fire));
            }
        }
        sorted.sort(Comparator.comparing((Coming one) -> one.fire().due())
                .thenComparing(one -> one.schedule().taskId()));
        soonest = List.copyOf(sorted.subList(0, Math.min(KEPT, sorted.size())));
    }

    private Optional<Reckoned> next(ScheduleEntry entry, TriggerMemory memory, Instant now) {
        Schedule schedule = entry.schedule();
        if (schedule == null) {
            return Optional.empty();
        }
        Marker marker = memory.marker(entry.taskId(), entry.version());
        String calendar = schedule.when().calendar();
        CalendarDays days = calendar == null ? null : memory.calendar(calendar);
        @Nullable Reckoned before = reckoned.get(entry.taskId());
        if (before != null
                && before.version() == entry.version()
                && Objects.equals(before.marker(), marker)
                && Objects.equals(before.days(), days)
                && before.until().isAfter(now)) {
            return Optional.of(before);
        }
        Fire next = known.foretold(entry, memory, now).next();
        Instant until = next == null ? now.plus(SILENCE_HOLDS) : next.due();
        return Optional.of(new Reckoned(entry.version(), marker, days, schedule, next, until));
    }

    private static ObjectNode json(Coming one) {
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
