package dev.carillon.trigger.slice;

import static org.assertj.core.api.Assertions.assertThat;

import dev.carillon.schemas.codec.Kind;
import dev.carillon.schemas.error.ContractException;
import dev.carillon.schemas.schedule.Calendar;
import dev.carillon.schemas.schedule.Schedule;
import dev.carillon.schemas.trigger.InputPositions;
import dev.carillon.schemas.work.Origin;
import dev.carillon.schemas.work.SkipReason;
import dev.carillon.trigger.definition.InputRecord;
import dev.carillon.trigger.slice.build.SliceOutput;
import dev.carillon.trigger.slice.build.SlicePlan;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** Checks every tick of a slice without inputs against the calendar that was in force then. */
public final class CountedDays {
    private final SimulatedCluster cluster;
    private final Map<String, Calendar> calendars = new HashMap<>();

    private CountedDays(SimulatedCluster cluster) {
        this.cluster = cluster;
    }

    public static void assertKept(SimulatedCluster cluster, String what) {
        CountedDays days = new CountedDays(cluster);
        for (SlicePlan plan : cluster.committed) {
            InputPositions from = plan.slice().from();
            InputPositions to = plan.slice().to();
            for (long offset = from.calendars(); offset < to.calendars(); offset++) {
                days.apply(cluster.calendars.get((int) offset));
            }
            if (from.equals(to)) {
                plan.outputs().forEach(output -> days.check(output, what));
            }
        }
    }

    private void apply(InputRecord record) {
        String name = new String(Objects.requireNonNull(record.key()), StandardCharsets.UTF_8);
        calendars.remove(name);
        try {
            byte[] value = record.value();
            if (value != null) {
                calendars.put(name, Kind.CALENDAR.decode(value));
            }
        } catch (ContractException e) {
            // Safe: an unusable calendar counts as deleted.
        }
    }

    private void check(SliceOutput output, String what) {
        if (output instanceof SliceOutput.Dispatch dispatch && dispatch.task().origin() == Origin.TICK) {
            Schedule schedule = schedule(Objects.requireNonNull(dispatch.task().scheduleVersion()));
            Instant nominal = Objects.requireNonNull(dispatch.task().nominalTime());
            assertThat(reason(schedule, nominal))
                    .as(nominal + " of " + schedule + ", " + what)
                    .isNull();
        }
    }

    private Schedule schedule(long offset) {
        return Kind.SCHEDULE.decode(
                Objects.requireNonNull(cluster.schedules.get((int) offset).value()));
    }

    private @Nullable SkipReason reason(Schedule schedule, Instant nominal) {
        String name = schedule.when().calendar();
        if (name == null) {
            return null;
        }
        Calendar calendar = calendars.get(name);
        if (calendar == null) {
            return SkipReason.BROKEN;
        }
        LocalDate date = nominal.atOffset(ZoneOffset.of(Objects.requireNonNull(calendar.zone())))
                .toLocalDate();
        boolean excluded = calendar.exclude().stream().anyMatch(entry -> within(entry, date));
        boolean counts = calendar.include().contains(date.toString())
                || (!excluded && calendar.weekdays().isEmpty());
        return counts ? null : SkipReason.CALENDAR;
    }

    private static boolean within(String entry, LocalDate date) {
        List<LocalDate> ends =
                List.of(entry.split("\\.\\.")).stream().map(LocalDate::parse).toList();
        return !date.isBefore(ends.get(0)) && !date.isAfter(ends.get(ends.size() - 1));
    }
}
