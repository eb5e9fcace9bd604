package dev.carillon.trigger.slice;

import dev.carillon.schemas.record.Marker;
import dev.carillon.schemas.record.Schedule;
import dev.carillon.schemas.record.SkipReason;
import dev.carillon.trigger.catalogue.Definition;
import dev.carillon.trigger.catalogue.Marked;
import dev.carillon.trigger.catalogue.Standing;
import dev.carillon.trigger.cron.Timing;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * What one schedule plans, and what speaks against each of its ticks, by the rules by which slices are decided. It decides
 * nothing itself, and knows nothing of what only time brings: outages, edits, executions that are still open.
 */
public final class Outlook {
    /** Runs left that are counted one by one; who may have more is far from complete. */
    private static final int MOST_COUNTED = 10_000;

    private static final Comparator<Tick> BY_DUE =
            Comparator.comparing(Tick::due).thenComparing(Tick::nominal);

    private final Standing standing;
    private final Schedule schedule;
    private final PlannedTicks ticks;
    private final Surroundings surroundings;
    /** Made when it is asked for: it goes through all that the schedule depends on. */
    private @Nullable CommonTicks common;

    /**
     * One planned instant.
     *
     * @param due when it fires; for one that waits for others, no earlier than that
     * @param against why it becomes no task; null if nothing speaks against it
     */
    public record Tick(
            Instant nominal, Instant due, @Nullable SkipReason against) {}

    /**
     * What is planned within a time.
     *
     * @param more the first instant that was left away, as there are too many; null if none was
     * @param completeAt the first instant that is not owed, as the schedule has had its runs; null if none
     */
    public record Stretch(
            List<Tick> ticks,
            @Nullable Instant more,
            @Nullable Instant completeAt) {}

    private Outlook(Standing standing, Schedule schedule, PlannedTicks ticks, Surroundings surroundings) {
        this.standing = standing;
        this.schedule = schedule;
        this.ticks = ticks;
        this.surroundings = surroundings;
    }

    /**
     * The outlook of a schedule.
     *
     * @param timing the timing of this schedule, which callers have read already
     * @param marker what the trigger remembers of it; null if nothing
     */
    public static Outlook of(Schedule schedule, Timing timing, @Nullable Marker marker, Surroundings surroundings) {
        Standing standing = marker == null
                ? Standing.plain(new Definition.Good(schedule, timing), 0)
                : Marked.standing(marker, schedule, timing);
        Timing plan = Objects.requireNonNullElse(standing.plan(), timing);
        PlannedTicks ticks = PlannedTicks.onDays(standing, plan, PlannedTicks.days(schedule, surroundings));
        return new Outlook(standing, schedule, ticks, surroundings);
    }

    private boolean isDependent() {
        return !schedule.when().dependsOn().isEmpty();
    }

    private CommonTicks common() {
        CommonTicks made = common;
        if (made == null) {
            made = new CommonTicks(schedule, surroundings);
            common = made;
        }
        return made;
    }

    /** What it plans by nominal instants in {@code [from, to)}: those that are left out as well. */
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
            // How many runs it had had at a past instant nobody knows.
            if (tick.due().isAfter(now) && !left.owe(tick)) {
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
        boolean inOrder = standing.jitter().isNone() || isDependent();
        if (inOrder || left == 0 || left > MOST_COUNTED) {
            return new RunsLeft(left, null);
        }
        List<Tick> owed = dueAfter(now, (int) left);
        return owed.size() < left ? new RunsLeft(Long.MAX_VALUE, null) : new RunsLeft(left, owed.get(owed.size() - 1));
    }

    /** How many coming ticks become tasks, and the last of them where that does not follow from counting. */
    private static final class RunsLeft {
        private final @Nullable Tick last;
        private long count;

        RunsLeft(long count, @Nullable Tick last) {
            this.count = count;
            this.last = last;
        }

        boolean owe(Tick tick) {
            if (last != null) {
                return BY_DUE.compare(tick, last) <= 0;
            }
            boolean owed = count > 0;
            count -= tick.against() == null ? 1 : 0;
            return owed;
        }

        boolean isOverAt(Instant nominal) {
            return last == null || nominal.isAfter(last.due());
        }
    }

    private Optional<Instant> next(Instant nominal) {
        return isDependent() ? common().next(nominal) : ticks.next(nominal);
    }

    private Instant due(Instant nominal) {
        return standing.jitter().due(schedule.taskId(), nominal);
    }

    private @Nullable SkipReason against(Instant nominal) {
        SkipReason own = ticks.against(nominal);
        return own == null && isDependent() && common().isInVain(nominal) ? SkipReason.DEPENDENCY : own;
    }

    private long left() {
        Long most = schedule.when().maxRuns();
        return most == null
                ? Long.MAX_VALUE
                : Math.max(0, most - standing.memory().runs());
    }

    /**
     * The next ticks that become tasks, in the order in which they fall due, as if it were not paused. Of a schedule that
     * depends on others there are none: when they end nobody knows.
     */
    public List<Tick> dueAfter(Instant after, int count) {
        int most = standing.isParked() ? 0 : (int) Math.min(count, left());
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
    public Prospect prospect(Instant now) {
        return new ProspectWords(standing, schedule, ticks).of(now, dueAfter(now, 1));
    }

    /** Schedules on which it depends and whose instants can't be told before they come. */
    public List<String> unforeseeable() {
        return isDependent() ? common().unforeseeable() : List.of();
    }
}
