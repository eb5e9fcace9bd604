package dev.carillon.standalone.cron;

import dev.carillon.console.api.schedule.ScheduleForecaster;
import dev.carillon.schemas.json.Durations;
import dev.carillon.schemas.record.CalendarDays;
import dev.carillon.schemas.record.FiringRule;
import dev.carillon.schemas.record.Schedule;
import dev.carillon.trigger.cron.CronExpression;
import dev.carillon.trigger.cron.PutOffLimit;
import dev.carillon.trigger.cron.Timing;
import dev.carillon.trigger.slice.ScheduleLookup;
import dev.carillon.trigger.slice.ScheduleOutlook;
import dev.carillon.trigger.slice.ScheduleOutlook.Tick;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Forecasts fire times with the trigger's own rules, so that a forecast never differs from what the trigger plans. */
public final class TriggerForecast implements ScheduleForecaster {
    private static final int NAMED = 5;

    @Override
    public Plan of(Schedule schedule, Known known) {
        return new TriggerPlan(schedule, known);
    }

    private record KnownLookup(Known known) implements ScheduleLookup {
        @Override
        public @Nullable CalendarDays calendar(String name) {
            return known.calendars().apply(name);
        }

        @Override
        public @Nullable Schedule schedule(String taskId) {
            return known.schedules().apply(taskId);
        }
    }

    private static final class TriggerPlan implements Plan {
        private final FiringRule when;
        private final Timing timing;
        private final ScheduleOutlook outlook;
        private final @Nullable CronExpression cron;
        private final ZoneId zone;

        private TriggerPlan(Schedule schedule, Known known) {
            this.when = schedule.when();
            this.timing = Timing.of(schedule);
            PutOffLimit.check(schedule, timing);
            this.outlook = ScheduleOutlook.of(schedule, timing, known.marker(), new KnownLookup(known));
            this.cron = timing.expression(when);
            this.zone = Timing.zone(when.zone());
        }

        @Override
        public ZoneId zone() {
            return zone;
        }

        @Override
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

        @Override
        public @Nullable String normalForm() {
            return cron == null ? null : cron.normalForm();
        }

        @Override
        public List<Caution> cautions(Instant now) {
            if (cron == null) {
                return List.of();
            }
            return cron.warnings(zone, when.gap(), when.fold(), now).stream()
                    .map(warning -> new Caution(warning.kind().name(), warning.message(), warning.instead()))
                    .toList();
        }

        /** {@code 5 minutes} for a duration with one unit, else the short form of the records: {@code 1m30s}. */
        private static String spelled(Duration every) {
            String text = Durations.format(every);
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

        @Override
        public List<Fire> next(Instant after, int count) {
            return outlook.dueAfter(after, count).stream().map(this::fire).toList();
        }

        private Fire fire(Tick tick) {
            Instant at = tick.nominal();
            return new Fire(at, tick.due(), at.atZone(zone).toOffsetDateTime(), change(at), tick.against());
        }

        private @Nullable ClockChange change(Instant at) {
            if (cron == null) {
                return null;
            }
            return cron.mark(at, zone)
                    .map(mark -> ClockChange.valueOf(mark.name()))
                    .orElse(null);
        }

        @Override
        public long planned(Instant from, Instant before, long most) {
            return timing.planned(from, before, most);
        }

        @Override
        public Prospect prospect(Instant now) {
            dev.carillon.trigger.slice.FiringProspect found = outlook.prospect(now);
            return new Prospect(State.valueOf(found.kind().name()), found.words(), found.step());
        }

        @Override
        public Preview within(Instant from, Instant to, int most, Instant now) {
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
                notes.add("If every tick becomes a task, it is complete after its " + when.maxRuns()
                        + " runs (maxRuns): " + stretch.completeAt() + " is the first instant without a tick.");
            }
            List<Fire> fires = stretch.ticks().stream().map(this::fire).toList();
            return new Preview(fires, stretch.more(), List.copyOf(notes));
        }
    }
}
