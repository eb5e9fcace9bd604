package dev.carillon.console.api.schedule;

import dev.carillon.client.schedule.TriggerMemory;
import dev.carillon.console.history.ResultPage;
import dev.carillon.console.history.schedule.ScheduleEntry;
import dev.carillon.console.history.schedule.ScheduleFilter;
import dev.carillon.console.history.schedule.ScheduleHistory;
import dev.carillon.insight.schedule.FireAnswer;
import dev.carillon.schemas.schedule.CalendarDays;
import dev.carillon.schemas.schedule.Schedule;
import dev.carillon.schemas.trigger.Marker;
import dev.carillon.timing.forecast.PlannedFire;
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

/** The next fires of all active schedules, each cached until it is due or its schedule, marker or calendar changes. */
final class NextFires {
    /** Requests within this time get the same list, as each refresh goes through all schedules. */
    private static final Duration HOLDS = Duration.ofSeconds(2);

    private static final int KEPT = 1_000;
    private static final ScheduleFilter ACTIVE =
            new ScheduleFilter(null, ScheduleFilter.Standing.ACTIVE, null, null, null);

    private final ScheduleHistory schedules;
    private final KnownEntries known;
    private final Clock clock;
    /** One entry for each active schedule, also if it does not fire. */
    private Map<String, CachedFire> cached = Map.of();

    private List<ScheduledFire> soonest = List.of();
    private Instant refreshed = Instant.MIN;

    /** "No fire" is cached for longer, as finding it takes longest: a calendar may leave out day after day. */
    private static final Duration NO_FIRE_HOLDS = Duration.ofHours(1);

    /**
     * A cached fire with the inputs that it was computed from.
     *
     * @param days of its calendar
     * @param fire null if there is none
     * @param until when the entry expires
     */
    private record CachedFire(
            long version,
            @Nullable Marker marker,
            @Nullable CalendarDays days,
            Schedule schedule,
            @Nullable PlannedFire fire,
            Instant until) {}

    /** A schedule with its next fire. */
    private record ScheduledFire(Schedule schedule, PlannedFire fire) {}

    /** The next fire of a schedule as JSON. */
    record SoonAnswer(
            String taskId,
            @Nullable String name,
            String type,
            @Nullable String zone,
            FireAnswer fire) {
        private static SoonAnswer of(ScheduledFire one) {
            Schedule schedule = one.schedule();
            return new SoonAnswer(
                    schedule.taskId(),
                    schedule.work().name(),
                    schedule.work().type(),
                    schedule.when().zone(),
                    FireAnswer.of(one.fire()));
        }
    }

    NextFires(ScheduleHistory schedules, KnownEntries known, Clock clock) {
        this.schedules = schedules;
        this.known = known;
        this.clock = clock;
    }

    synchronized List<SoonAnswer> soonest(int count) {
        Instant now = clock.instant();
        if (refreshed.isBefore(now.minus(HOLDS)) || refreshed.isAfter(now)) {
            refresh(now);
            refreshed = now;
        }
        return soonest.stream()
                .filter(one -> one.fire().due().isAfter(now))
                .limit(count)
                .map(SoonAnswer::of)
                .toList();
    }

    private void refresh(Instant now) {
        Map<String, CachedFire> found = new HashMap<>();
        TriggerMemory memory = known.memory();
        String cursor = null;
        do {
            ResultPage<ScheduleEntry> page = schedules.find(ACTIVE, cursor, ScheduleHistory.MAX_LIMIT);
            for (ScheduleEntry entry : page.items()) {
                next(entry, memory, now).ifPresent(one -> found.put(entry.taskId(), one));
            }
            cursor = page.next();
        } while (cursor != null);
        cached = found;
        List<ScheduledFire> sorted = new ArrayList<>();
        for (CachedFire one : found.values()) {
            PlannedFire fire = one.fire();
            if (fire != null) {
                sorted.add(new ScheduledFire(one.schedule(), fire));
            }
        }
        sorted.sort(Comparator.comparing((ScheduledFire one) -> one.fire().due())
                .thenComparing(one -> one.schedule().taskId()));
        soonest = List.copyOf(sorted.subList(0, Math.min(KEPT, sorted.size())));
    }

    private Optional<CachedFire> next(ScheduleEntry entry, TriggerMemory memory, Instant now) {
        Schedule schedule = entry.schedule();
        if (schedule == null) {
            return Optional.empty();
        }
        Marker marker = memory.marker(entry.taskId(), entry.version());
        String calendar = schedule.when().calendar();
        CalendarDays days = calendar == null ? null : memory.calendar(calendar);
        @Nullable CachedFire before = cached.get(entry.taskId());
        if (before != null
                && before.version() == entry.version()
                && Objects.equals(before.marker(), marker)
                && Objects.equals(before.days(), days)
                && before.until().isAfter(now)) {
            return Optional.of(before);
        }
        PlannedFire next = known.forecast(entry, memory, now).next();
        Instant until = next == null ? now.plus(NO_FIRE_HOLDS) : next.due();
        return Optional.of(new CachedFire(entry.version(), marker, days, schedule, next, until));
    }
}
