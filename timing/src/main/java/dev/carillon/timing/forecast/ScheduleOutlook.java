package dev.carillon.timing.forecast;

import dev.carillon.schemas.schedule.Schedule;
import dev.carillon.schemas.trigger.Marker;
import dev.carillon.schemas.work.SkipReason;
import dev.carillon.timing.cron.Timing;
import dev.carillon.timing.plan.CommonTicks;
import dev.carillon.timing.plan.PlannedTicks;
import dev.carillon.timing.plan.ScheduleLookup;
import dev.carillon.timing.state.MarkerMapper;
import dev.carillon.timing.state.ScheduleState;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * Forecasts the ticks of one schedule, and why some of them become no tasks, by the rules by which slices are decided.
 * It can't foresee outages, edits, and when open executions end.
 */
public final class ScheduleOutlook {
    /** Most remaining runs that are counted one by one; a schedule with more is far from complete. */
    private static final int MOST_COUNTED = 10_000;

    private static final Comparator<Tick> BY_DUE =
            Comparator.comparing(Tick::due).thenComparing(Tick::nominal);

    private final ScheduleState state;
    private final Schedule schedule;
    private final PlannedTicks ticks;
    private final ScheduleLookup lookup;
    /** Made on first use, as it visits all schedules on which this one depends. */
    private @Nullable CommonTicks common;

    /**
     * One planned instant.
     *
     * @param due when it fires; for a schedule that waits for others, the earliest time
     * @param against why it becomes no task; null if it becomes one
     */
    public record Tick(
            Instant nominal, Instant due, @Nullable SkipReason against) {}

    /**
     * The ticks planned within a time.
     *
     * @param more the first instant beyond the limit; null if all are listed
     * @param completeAt the first instant after the schedule has had its runs; null if none
     */
    public record Stretch(
            List<Tick> ticks,
            @Nullable Instant more,
            @Nullable Instant completeAt) {}

    private ScheduleOutlook(ScheduleState state, Schedule schedule, PlannedTicks ticks, ScheduleLookup lookup) {
        this.state = state;
        this.schedule = schedule;
        this.ticks = ticks;
        this.lookup = lookup;
    }

    /**
     * The outlook of a schedule.
     *
     * @param timing the timing of this schedule, which callers have read already
     * @param marker its state as the trigger stored it; null if it has none
     */
    public static ScheduleOutlook of(Schedule schedule, Timing timing, @Nullable Marker marker, ScheduleLookup lookup) {
        ScheduleState state = marker == null
                ? ScheduleState.plain(schedule, timing, 0)
                : MarkerMapper.state(marker, schedule, timing);
        Timing plan = Objects.requireNonNullElse(state.plan(), timing);
        PlannedTicks ticks = PlannedTicks.onDays(state, plan, PlannedTicks.days(schedule, lookup::calendar));
        return new ScheduleOutlook(state, schedule, ticks, lookup);
    }

    private boolean isDependent() {
        return !schedule.when().dependsOn().isEmpty();
    }

    private CommonTicks common() {
        CommonTicks made = common;
        if (made == null) {
            made = new CommonTicks(schedule, lookup);
            common = made;
        }
        return made;
    }

    /** Its ticks with nominal instants in {@code [from, to)}, also those that become no tasks. */
    public Stretch within(Instant from, Instant to, int most, Instant now) {
        List<Tick> found = new ArrayList<>();
        RunsLeft left = runsLeft(now);
        Instant completeAt = null;
        Optional<Instant> next = next(from.minusNanos(1));
        while (next.isPresent() && next.get().isBefore(to)) {
            Instant nominal = next.get();
            if (found.size() == most) {
                return new Stretch(List.copyOf(found), nominal, completeAt);
            }
            Tick tick = new Tick(nominal, due(nominal), against(nominal));
            // How many runs it had had at a past instant is not known.
            if (tick.due().isAfter(now) && !left.take(tick)) {
                completeAt = completeAt == null ? nominal : completeAt;
                if (left.isOverAt(nominal)) {
                    return new Stretch(List.copyOf(found), null, completeAt);
                }
            } else {
                found.add(tick);
            }
            next = next(nominal);
        }
        return new Stretch(List.copyOf(found), null, completeAt);
    }

    /** Runs count in the order in which ticks fall due, which jitter makes another than that of their instants. */
    private RunsLeft runsLeft(Instant now) {
        long left = left();
        boolean inOrder = state.jitter().isNone() || isDependent();
        if (inOrder || left == 0 || left > MOST_COUNTED) {
            return new RunsLeft(left, null);
        }
        List<Tick> coming = dueAfter(now, (int) left);
        return coming.size() < left
                ? new RunsLeft(Long.MAX_VALUE, null)
                : new RunsLeft(left, coming.get(coming.size() - 1));
    }

    /** How many coming ticks become tasks, and the last of them where that does not follow from counting. */
    private static final class RunsLeft {
        private final @Nullable Tick last;
        private long count;

        RunsLeft(long count, @Nullable Tick last) {
            this.count = count;
            this.last = last;
        }

        boolean take(Tick tick) {
            if (last != null) {
                return BY_DUE.compare(tick, last) <= 0;
            }
            boolean taken = count > 0;
            count -= tick.against() == null ? 1 : 0;
            return taken;
        }

        boolean isOverAt(Instant nominal) {
            return last == null || nominal.isAfter(last.due());
        }
    }

    private Optional<Instant> next(Instant nominal) {
        return isDependent() ? common().next(nominal) : ticks.next(nominal);
    }

    private Instant due(Instant nominal) {
        return state.jitter().due(schedule.taskId(), nominal);
    }

    private @Nullable SkipReason against(Instant nominal) {
        SkipReason own = ticks.against(nominal);
        return own == null && isDependent() && common().parentSkips(nominal) ? SkipReason.DEPENDENCY : own;
    }

    private long left() {
        Long most = schedule.when().maxRuns();
        return most == null
                ? Long.MAX_VALUE
                : Math.max(0, most - state.progress().runs());
    }

    /**
     * The next ticks that become tasks, in the order in which they fall due, as if it were not paused. None for a
     * schedule that depends on others, as it is not known when those end.
     */
    public List<Tick> dueAfter(Instant after, int count) {
        int most = state.isParked() ? 0 : (int) Math.min(count, left());
        TreeSet<Tick> found = new TreeSet<>(BY_DUE);
        Optional<Instant> next = !isDependent() && most > 0 ? ticks.firstDueAfter(after) : Optional.empty();
        while (next.isPresent() && !next.get().isAfter(Timing.LAST)) {
            Instant nominal = next.get();
            // What comes later is due later.
            if (found.size() >= most && !nominal.isBefore(found.last().due())) {
                break;
            }
            SkipReason against = ticks.against(nominal);
            if (against == SkipReason.BROKEN) {
                break;
            }
            Tick tick = new Tick(nominal, due(nominal), null);
            if (against == null && tick.due().isAfter(after)) {
                found.add(tick);
                if (found.size() > most) {
                    found.pollLast();
                }
            }
            next = against == SkipReason.CALENDAR ? ticks.nextOnADayThatCounts(nominal) : ticks.next(nominal);
        }
        return List.copyOf(found);
    }

    /** Whether it will fire, and if not, why. */
    public FiringProspect prospect(Instant now) {
        return new ProspectWords(state, schedule, ticks).of(now, dueAfter(now, 1));
    }

    /** Schedules on which it depends and whose instants can't be known beforehand. */
    public List<String> unforeseeable() {
        return isDependent() ? common().unforeseeable() : List.of();
    }
}
