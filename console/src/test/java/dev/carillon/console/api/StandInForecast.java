package dev.carillon.console.api;

import dev.carillon.console.api.schedule.ScheduleForecaster;
import dev.carillon.schemas.error.ContractException;
import dev.carillon.schemas.error.ErrorCode;
import dev.carillon.schemas.record.CalendarDays;
import dev.carillon.schemas.record.Gap;
import dev.carillon.schemas.record.Marker;
import dev.carillon.schemas.record.Schedule;
import dev.carillon.schemas.record.SkipReason;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** Fires on the hour, or at the interval, from {@code from} to {@code until}; the second fire is in a gap. */
final class StandInForecast implements ScheduleForecaster {
    @Override
    public Plan of(Schedule schedule, Known known) {
        String cron = schedule.when().cron();
        if (cron != null && !cron.matches("[-*0-9,/A-Z ]+")) {
            throw new ContractException(
                    ErrorCode.BAD_CRON, "cron", ContractException.shown(cron) + " is no expression", "write one");
        }
        return new Hourly(schedule, known);
    }

    private record Hourly(Schedule schedule, Known known) implements Plan {
        @Override
        public ZoneId zone() {
            String zone = schedule.when().zone();
            return ZoneId.of(zone == null ? "Z" : zone);
        }

        @Override
        public String words() {
            return "Every hour";
        }

        @Override
        public @Nullable String normalForm() {
            return schedule.when().cron() == null ? null : "0 0 * * * *";
        }

        @Override
        public List<Caution> cautions(Instant now) {
            return schedule.when().gap() == Gap.SKIP
                    ? List.of(new Caution("SKIPPED_SOON", "It is skipped soon.", null))
                    : List.of(new Caution("TOP_OF_HOUR", "All do that.", "0 H * * * *"));
        }

        @Override
        public List<Fire> next(Instant after, int count) {
            Duration every = Objects.requireNonNullElse(schedule.when().every(), Duration.ofHours(1));
            long step = every.toSeconds();
            Instant at = Instant.ofEpochSecond((Math.floorDiv(after.getEpochSecond(), step) + 1) * step);
            Instant until = Objects.requireNonNullElse(schedule.when().until(), Instant.parse("9999-12-31T00:00:00Z"));
            List<Fire> fires = new ArrayList<>();
            while (fires.size() < count && !at.isAfter(until)) {
                ClockChange change = fires.size() == 1 ? ClockChange.GAP : null;
                Instant due = at.plus(schedule.when().jitter());
                fires.add(new Fire(at, due, at.atZone(zone()).toOffsetDateTime(), change, leftOut(at)));
                at = at.plus(every);
            }
            return fires;
        }

        private @Nullable SkipReason leftOut(Instant at) {
            String calendar = schedule.when().calendar();
            CalendarDays days = calendar == null ? null : known.calendars().apply(calendar);
            return days == null || days.count(at, zone()) ? null : SkipReason.CALENDAR;
        }

        @Override
        public long planned(Instant from, Instant before, long most) {
            return next(from.minusNanos(1), (int) most + 1).stream()
                    .filter(fire -> fire.at().isBefore(before))
                    .count();
        }

        @Override
        public Prospect prospect(Instant now) {
            Marker marker = known.marker();
            if (marker != null && marker.pausedReason() != null) {
                return new Prospect(
                        State.PAUSED_BY_FAILURES,
                        marker.pausedReason(),
                        "carillon schedule resume " + schedule.taskId());
            }
            return schedule.enabled()
                    ? new Prospect(State.ACTIVE, "fires every hour", null)
                    : new Prospect(State.PAUSED, "paused", "carillon schedule resume " + schedule.taskId());
        }

        @Override
        public Preview within(Instant from, Instant to, int most, Instant now) {
            List<Fire> all = next(from.minusNanos(1), most + 1).stream()
                    .filter(fire -> fire.at().isBefore(to))
                    .toList();
            return all.size() <= most
                    ? new Preview(all, null, List.of())
                    : new Preview(all.subList(0, most), all.get(most).at(), List.of("There are more."));
        }
    }
}
