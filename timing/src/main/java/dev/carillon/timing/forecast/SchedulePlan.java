package dev.carillon.timing.forecast;

import dev.carillon.schemas.duration.DurationText;
import dev.carillon.schemas.schedule.FiringRule;
import dev.carillon.schemas.schedule.Schedule;
import dev.carillon.timing.cron.ClockMark;
import dev.carillon.timing.cron.CronExpression;
import dev.carillon.timing.cron.CronWarning;
import dev.carillon.timing.cron.PutOffLimit;
import dev.carillon.timing.cron.Timing;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** When a definition fires, by the rules by which the trigger decides. */
public final class SchedulePlan {
    private static final int NAMED = 5;

    private final FiringRule when;
    private final Timing timing;
    private final ScheduleOutlook outlook;
    private final @Nullable CronExpression cron;
    private final ZoneId zone;

    private SchedulePlan(Schedule schedule, ForecastContext context) {
        this.when = schedule.when();
        this.timing = Timing.of(schedule);
        PutOffLimit.check(schedule, timing);
        this.outlook = ScheduleOutlook.of(schedule, timing, context.marker(), context.lookup());
        this.cron = timing.expression(when);
        this.zone = Timing.zone(when.zone());
    }

    /**
     * The plan of a definition.
     *
     * @throws dev.carillon.schemas.error.ContractException if the trigger could not use the definition either
     */
    public static SchedulePlan of(Schedule schedule, ForecastContext context) {
        return new SchedulePlan(schedule, context);
    }

    /** The plan of a definition without a marker, calendars or other schedules. */
    public static SchedulePlan of(Schedule schedule) {
        return of(schedule, ForecastContext.NOTHING);
    }

    /** The zone of its local times; UTC if it has none. */
    public ZoneId zone() {
        return zone;
    }

    /** When it fires, in words that begin a sentence: {@code At 06:00 on Monday to Friday}. */
    public String words() {
        if (cron != null) {
            return cron.words();
        }
        if (when.every() != null) {
            return "Every " + spelled(when.every());
        }
        if (when.afterEnd() != null) {
            return spelled(when.afterEnd()) + " after its last execution has ended";
        }
        return when.at() != null ? "Once, at " + when.at() : "After the schedules it depends on have ended";
    }

    /** The spelling that cron expressions of equal meaning share; null without an expression. */
    public @Nullable String normalForm() {
        return cron == null ? null : cron.normalForm();
    }

    /** Warnings about what its author may not have meant, as of {@code now}. */
    public List<CronWarning> warnings(Instant now) {
        if (cron == null) {
            return List.of();
        }
        return cron.warnings(zone, when.gap(), when.fold(), now);
    }

    /** {@code 5 minutes} for a duration with one unit, else the short form of the records: {@code 1m30s}. */
    private static String spelled(Duration every) {
        String text = DurationText.format(every);
        if (!text.matches("[0-9]+[smhd]")) {
            return text;
        }
        String number = text.substring(0, text.length() - 1);
        String unit =
                switch (text.charAt(text.length() - 1)) {
                    case 's' -> "second";
                    case 'm' -> "minute";
                    case 'h' -> "hour";
                    default -> "day";
                };
        return number.equals("1") ? unit : number + " " + unit + "s";
    }

    /** The next fires due after the instant, in due order, without those that are left out. */
    public List<PlannedFire> next(Instant after, int count) {
        return outlook.dueAfter(after, count).stream().map(this::fire).toList();
    }

    private PlannedFire fire(ScheduleOutlook.Tick tick) {
        Instant at = tick.nominal();
        ClockMark change = cron == null ? null : cron.mark(at, zone).orElse(null);
        return new PlannedFire(at, tick.due(), at.atZone(zone).toOffsetDateTime(), change, tick.against());
    }

    /**
     * The number of instants from {@code from} to before {@code before}, with those that a calendar leaves out; counted
     * up to {@code most + 1}.
     */
    public long planned(Instant from, Instant before, long most) {
        return timing.planned(from, before, most);
    }

    /** Whether it will fire, and if not, why. */
    public FiringProspect prospect(Instant now) {
        return outlook.prospect(now);
    }

    /** The fires with nominal instants from {@code from} to before {@code to}, with those that are left out. */
    public PlanPreview within(Instant from, Instant to, int most, Instant now) {
        ScheduleOutlook.Stretch stretch = outlook.within(from, to, most, now);
        List<String> notes = new ArrayList<>();
        if (from.isBefore(now)) {
            notes.add("Past instants are calculated from this definition and the current calendars, not read from"
                    + " records. To see what happened at one of them: carillon why TASKID --at INSTANT");
        }
        if (!when.dependsOn().isEmpty()) {
            notes.add("It fires once all schedules it depends on have ended for the same instant; these are the"
                    + " instants that all of them plan.");
        }
        List<String> unknown = outlook.unforeseeable();
        if (!unknown.isEmpty()) {
            notes.add("The instants of these schedules can't be forecast: "
                    + String.join(", ", unknown.stream().limit(NAMED).toList())
                    + (unknown.size() > NAMED ? " and " + (unknown.size() - NAMED) + " more" : "")
                    + ". They are unknown here, or fire after other executions end.");
        }
        if (when.afterEnd() != null) {
            notes.add("It fires after its own last execution has ended, so only the next instant can be forecast,"
                    + " and only once that execution has ended.");
        }
        if (stretch.completeAt() != null) {
            notes.add("If every tick becomes a task, it is complete after its " + when.maxRuns() + " runs (maxRuns): "
                    + stretch.completeAt() + " is the first instant without a tick.");
        }
        List<PlannedFire> fires = stretch.ticks().stream().map(this::fire).toList();
        return new PlanPreview(fires, stretch.more(), List.copyOf(notes));
    }
}
