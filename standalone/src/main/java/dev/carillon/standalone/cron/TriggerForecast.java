package dev.carillon.standalone.cron;

import dev.carillon.console.api.schedule.Forecast;
import dev.carillon.schemas.json.Durations;
import dev.carillon.schemas.record.CalendarDays;
import dev.carillon.schemas.record.Schedule;
import dev.carillon.schemas.record.When;
import dev.carillon.trigger.cron.CronExpression;
import dev.carillon.trigger.cron.PutOffLimit;
import dev.carillon.trigger.cron.Timing;
import dev.carillon.trigger.slice.Outlook;
import dev.carillon.trigger.slice.Outlook.Tick;
import dev.carillon.trigger.slice.Surroundings;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Asks the trigger's own rules, so that what is foretold is what the trigger plans. */
public final class TriggerForecast implements Forecast {
    private static final int NAMED = 5;

    @Override
    public Plan of(Schedule schedule, Known known) {
        return new TriggerPlan(schedule, known);
    }

    private record KnownSurroundings(Known known) implements Surroundings {
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
        private final When when;
        private final Timing timing;
        private final Outlook outlook;
        private final @Nullable CronExpression cron;
        private final ZoneId zone;

        private TriggerPlan(Schedule schedule, Known known) {
            this.when = schedule.when();
            this.timing = Timing.of(schedule);
            PutOffLimit.check(schedule, timing);
            this.outlook = Outlook.of(schedule, timing, known.marker(), new KnownSurroundings(known));
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
                return spelled(when.afterEnd()) + " after its end";
            }
            return when.at() != null ? "Once, at " + when.at() : "After others have ended";
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

        /** {@code 5 minutes} where the duration has one unit only; else as records spell it. */
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
            dev.carillon.trigger.slice.Prospect found = outlook.prospect(now);
            return new Prospect(State.valueOf(found.kind().name()), found.words(), found.step());
        }

        @Override
        public Preview within(Instant from, Instant to, int most, Instant now) {
            Outlook.Stretch stretch = outlook.within(from, to, most, now);
            List<String> notes = new ArrayList<>();
            if (from.isBefore(now)) {
                notes.add("Past instants are reckoned by this definition and the calendars of now, not looked up: what"
                        + " really became of one is told by: carillon why TASKID --at INSTANT");
            }
            if (!when.dependsOn().isEmpty()) {
                notes.add("It fires when the schedules it depends on have ended for an instant; these are the instants"
                        + " that all of them plan.");
            }
            List<String> unknown = outlook.unforeseeable();
            if (!unknown.isEmpty()) {
                notes.add("Nobody can foresee the instants of "
                        + String.join(", ", unknown.stream().limit(NAMED).toList())
                        + (unknown.size() > NAMED ? " and " + (unknown.size() - NAMED) + " more" : "")
                        + ": unknown here, or going by ends themselves.");
            }
            if (when.afterEnd() != null) {
                notes.add("It fires after its own ends, so only its next instant can be known, and only once the last"
                        + " execution has ended.");
            }
            if (stretch.completeAt() != null) {
                notes.add(
                        "It is complete after its " + when.maxRuns() + " runs (maxRuns), if each tick becomes a task: "
                                + stretch.completeAt() + " is the first instant that is not owed any more.");
            }
            List<Fire> fires = stretch.ticks().stream().map(this::fire).toList();
            return new Preview(fires, stretch.more(), List.copyOf(notes));
        }
    }
}
