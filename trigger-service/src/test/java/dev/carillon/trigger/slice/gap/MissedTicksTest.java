package dev.carillon.trigger.slice.gap;

import static org.assertj.core.api.Assertions.assertThat;

import dev.carillon.kit.time.SystemTime;
import dev.carillon.schemas.schedule.Calendar;
import dev.carillon.schemas.schedule.CalendarDays;
import dev.carillon.schemas.schedule.MissedPolicy;
import dev.carillon.schemas.schedule.MissedRule;
import dev.carillon.schemas.schedule.Schedule;
import dev.carillon.schemas.trigger.EarlierJitter;
import dev.carillon.schemas.work.SkipReason;
import dev.carillon.schemas.work.SkippedRange;
import dev.carillon.timing.cron.Jitter;
import dev.carillon.timing.cron.Timing;
import dev.carillon.timing.cron.WatchedTiming;
import dev.carillon.timing.plan.PlannedTicks;
import dev.carillon.trigger.slice.TestSchedules;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class MissedTicksTest {
    private static final Instant START = Instant.parse("2026-03-27T00:00:00Z");
    private static final int GAPS = 3_000;
    private static final List<MissedPolicy> POLICIES = List.of(MissedPolicy.values());
    private static final List<String> TIMES = List.of(
            "'every':'PT1S'",
            "'every':'PT7S','from':'2026-03-28T11:59:30Z','until':'2026-03-30T00:00:00Z'",
            "'cron':'* * * * * *','zone':'Europe/Berlin'",
            "'cron':'*/20 * * * *','zone':'Europe/Berlin'",
            "'cron':'*/10 0-59 1-3 * * *','zone':'Europe/Berlin'",
            "'cron':'30 2 * * *','zone':'Europe/Berlin'",
            "'at':'2026-03-29T01:00:00Z'");

    private static final CalendarDays WORKDAYS =
            CalendarDays.of(new Calendar("workdays", null, List.of(), List.of(), List.of("mon-fri"), Map.of()));

    private final long seed = Instant.now(SystemTime.clock()).toEpochMilli();
    private final Random random = new Random(seed);

    @Test
    void decidesAsAScanOfEachTickWould() {
        for (int i = 0; i < GAPS; i++) {
            Schedule schedule = TestSchedules.of("t", TIMES.get(random.nextInt(TIMES.size())));
            Timing timing = Timing.of(schedule);
            Instant after = START.plusSeconds(random.nextInt(3 * 86_400));
            Instant until = after.plusSeconds(random.nextInt(random.nextInt(4) == 0 ? 40_000 : 400));
            PlannedTicks ticks = new PlannedTicks("t", timing, jitter(after), days(), requested(timing, after));
            MissedRule missed = new MissedRule(
                    POLICIES.get(random.nextInt(POLICIES.size())),
                    Duration.ofSeconds(1 + random.nextInt(2_000)),
                    random.nextInt(30));

            MissedTicks decided = MissedTicks.decide(ticks, after, until, missed, SkipReason.PAUSED);

            MissedTicks expected = walked(ticks, after, until, missed);
            if (!decided.equals(expected)) {
                assertThat(decided)
                        .as("%s, %s, from %s to %s, seed %d", ticks, missed, after, until, seed)
                        .isEqualTo(expected);
            }
        }
    }

    @Test
    void aYearOfSecondsTakesFewLooks() {
        Instant yearLater = START.plus(Duration.ofDays(365));
        for (String times : List.of("'every':'PT1S'", "'cron':'* 0-59 0-23 * * *','zone':'Europe/Berlin'")) {
            WatchedTiming watched = new WatchedTiming(TestSchedules.of("t", times));
            Instant asked = START.plus(Duration.ofDays(100));
            PlannedTicks ticks = new PlannedTicks(
                    "t", watched.timing(), new Jitter(Duration.ofSeconds(10), List.of()), null, Set.of(asked));
            MissedRule all = new MissedRule(MissedPolicy.ALL, Duration.ofHours(1), 50);

            MissedTicks decided = MissedTicks.decide(ticks, START, yearLater, all, SkipReason.MISSED);

            assertThat(decided.madeUp()).hasSize(50);
            assertThat(decided.skipped())
                    .extracting(SkippedRange::reason)
                    .containsOnly(SkipReason.MISSED, SkipReason.REQUESTED);
            long skipped =
                    decided.skipped().stream().mapToLong(SkippedRange::count).sum();
            long planned = watched.timing().count(START, yearLater);
            assertThat(planned).isGreaterThan(31_500_000);
            // A jitter of ten seconds moves a few over either end.
            assertThat(skipped).isBetween(planned - 50 - 10, planned - 50 + 10);
            assertThat(watched.looks()).isLessThan(150);
        }
    }

    @Test
    void ofADayThatACalendarLeavesOutOneTickIsLookedAt() {
        WatchedTiming watched = new WatchedTiming(TestSchedules.of("t", "'every':'PT1S'"));
        PlannedTicks.Days workdays = new PlannedTicks.Days(WORKDAYS, ZoneId.of("Europe/Berlin"));
        PlannedTicks ticks = new PlannedTicks("t", watched.timing(), Jitter.NONE, workdays, Set.of());

        MissedTicks decided = MissedTicks.skipAll(ticks, START, START.plus(Duration.ofDays(28)), SkipReason.PAUSED);

        assertThat(decided.madeUp()).isEmpty();
        assertThat(decided.skipped().stream().mapToLong(SkippedRange::count).sum())
                .isEqualTo(28 * 86_400);
        // From Friday to Friday: what lies on days that count was skipped by the pause, the weekends by the calendar.
        assertThat(decided.skipped()).hasSize(9);
        assertThat(watched.looks()).isLessThan(100);
    }

    private Jitter jitter(Instant near) {
        Duration width = Duration.ofSeconds(random.nextInt(60));
        return switch (random.nextInt(4)) {
            case 0 -> new Jitter(width, List.of());
            case 1 -> new Jitter(width, List.of(new EarlierJitter(near.plusSeconds(20), Duration.ofSeconds(30))));
            default -> Jitter.NONE;
        };
    }

    private PlannedTicks.@Nullable Days days() {
        ZoneId berlin = ZoneId.of("Europe/Berlin");
        return switch (random.nextInt(6)) {
            case 0 -> new PlannedTicks.Days(null, berlin);
            case 1 -> new PlannedTicks.Days(WORKDAYS, berlin);
            default -> null;
        };
    }

    private Set<Instant> requested(Timing timing, Instant after) {
        Set<Instant> requested = new HashSet<>();
        while (random.nextInt(3) == 0) {
            timing.next(after.plusSeconds(random.nextInt(300) - 30)).ifPresent(requested::add);
        }
        return requested;
    }

    /** Decides each tick on its own. */
    private static MissedTicks walked(PlannedTicks ticks, Instant after, Instant until, MissedRule missed) {
        List<Instant> open = new ArrayList<>();
        for (Instant tick : each(ticks, after, until)) {
            if (ticks.isDueWithin(tick, after, until) && ticks.against(tick) == null) {
                open.add(tick);
            }
        }
        List<Instant> madeUp =
                switch (missed.policy()) {
                    case NONE -> List.of();
                    case LAST -> newest(1, open);
                    case ALL ->
                        newest(
                                missed.max(),
                                open.stream()
                                        .filter(tick -> !tick.isBefore(until.minus(missed.window())))
                                        .toList());
                };
        SkipReason otherwise = missed.policy() == MissedPolicy.LAST ? SkipReason.COALESCED : SkipReason.PAUSED;
        List<SkippedRange> skipped = new ArrayList<>();
        @Nullable SkipReason before = null;
        for (Instant tick : each(ticks, after, until)) {
            boolean within = ticks.isDueWithin(tick, after, until);
            SkipReason against = ticks.against(tick);
            SkipReason reason = !within || madeUp.contains(tick) ? null : against == null ? otherwise : against;
            if (reason != null && reason == before) {
                SkippedRange range = skipped.remove(skipped.size() - 1);
                skipped.add(new SkippedRange(reason, range.first(), tick, range.count() + 1));
            } else if (reason != null) {
                skipped.add(new SkippedRange(reason, tick, tick, 1));
            }
            before = reason;
        }
        return new MissedTicks(skipped, madeUp);
    }

    private static List<Instant> each(PlannedTicks ticks, Instant after, Instant until) {
        List<Instant> each = new ArrayList<>();
        for (Optional<Instant> tick = ticks.firstDueAfter(after);
                tick.isPresent() && !tick.get().isAfter(until);
                tick = ticks.next(tick.get())) {
            each.add(tick.get());
        }
        return each;
    }

    private static List<Instant> newest(int most, List<Instant> instants) {
        return instants.subList(Math.max(0, instants.size() - most), instants.size());
    }
}
