package dev.carillon.standalone.cron;

import dev.carillon.console.api.schedule.Forecast;
import dev.carillon.schemas.json.Durations;
import dev.carillon.schemas.record.Schedule;
import dev.carillon.schemas.record.When;
import dev.carillon.trigger.cron.CronExpression;
import dev.carillon.trigger.cron.Timing;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Asks the trigger's own rules, so that what the console foretells is what the trigger plans. */
public final class TriggerForecast implements Forecast {
    @Override
    public Plan of(Schedule schedule) {
        return new TriggerPlan(schedule);
    }

    private static final class TriggerPlan implements Plan {
        private final When when;
        private final Timing timing;
        private final @Nullable CronExpression cron;
        private final ZoneId zone;

        private TriggerPlan(Schedule schedule) {
            this.when = schedule.when();
            this.timing = Timing.of(schedule);
            this.cron = when.cron() == null ? null : CronExpression.parse(when.cron(), schedule.taskId());
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
            return "Once, at " + when.at();
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
            List<Fire> fires = new ArrayList<>();
            Optional<Instant> next = timing.next(after);
            while (next.isPresent() && fires.size() < count) {
                Instant at = next.get();
                fires.add(new Fire(at, at.atZone(zone).toOffsetDateTime(), change(at)));
                next = fires.size() < count ? timing.next(at) : Optional.empty();
            }
            return fires;
        }

        private @Nullable ClockChange change(Instant at) {
            if (cron == null) {
                return null;
            }
            return cron.mark(at, zone)
                    .map(mark -> ClockChange.valueOf(mark.name()))
                    .orElse(null);
        }
    }
}
