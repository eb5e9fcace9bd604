package dev.carillon.system.checker.read;

import dev.carillon.schemas.codec.Kind;
import dev.carillon.schemas.error.ContractException;
import dev.carillon.schemas.schedule.Calendar;
import dev.carillon.schemas.schedule.FiringRule;
import dev.carillon.schemas.schedule.Schedule;
import dev.carillon.system.checker.seen.SeenRecord;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneId;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.SortedSet;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/** Finds the definitions of a schedule in {@code schedules} before and after a position. */
public final class DefinitionLog {
    private final Run run;
    private final Executions executions;

    public DefinitionLog(Run run, Executions executions) {
        this.run = run;
        this.executions = executions;
    }

    /** The last usable definition below a position; null if there is none, or it was deleted after it. */
    @Nullable
    public Schedule inForce(String taskId, long position) {
        Schedule last = null;
        for (SeenRecord record : run.in(run.names().schedules())) {
            if (record.keyText().equals(taskId) && record.offset() < position) {
                last = record.value() == null ? null : Objects.requireNonNullElse(usable(record), last);
            }
        }
        return last;
    }

    /** Whether from the position on the schedule was deleted or its times were changed. */
    public boolean retimes(String taskId, long position, Schedule then) {
        return run.in(run.names().schedules()).stream()
                .filter(record -> record.keyText().equals(taskId) && record.offset() >= position)
                .anyMatch(record -> {
                    Schedule usable = usable(record);
                    return record.value() == null || (usable != null && !sameTimes(usable.when(), then.when()));
                });
    }

    /** The instants on days that count; empty if the calendar was changed, so that either decision may be right. */
    public Optional<SortedSet<Instant>> counted(Schedule schedule, SortedSet<Instant> instants) {
        String name = schedule.when().calendar();
        if (name == null) {
            return Optional.of(instants);
        }
        List<SeenRecord> records = run.in(run.names().calendars()).stream()
                .filter(record -> record.keyText().equals(name))
                .toList();
        byte[] value = records.size() == 1 ? records.get(0).value() : null;
        if (value == null) {
            return Optional.empty();
        }
        Calendar calendar = Kind.CALENDAR.decode(value);
        String own = Objects.requireNonNullElse(schedule.when().zone(), "UTC");
        ZoneId zone = ZoneId.of(Objects.requireNonNullElse(calendar.zone(), own));
        SortedSet<Instant> counted = new TreeSet<>(instants);
        counted.removeIf(instant -> !CountedDay.is(calendar, LocalDate.ofInstant(instant, zone)));
        return Optional.of(counted);
    }

    private static boolean sameTimes(FiringRule a, FiringRule b) {
        return Objects.equals(a.cron(), b.cron())
                && Objects.equals(a.zone(), b.zone())
                && a.gap() == b.gap()
                && a.fold() == b.fold()
                && Objects.equals(a.every(), b.every())
                && Objects.equals(a.afterEnd(), b.afterEnd())
                && Objects.equals(a.at(), b.at())
                && a.dependsOn().equals(b.dependsOn())
                && Objects.equals(a.from(), b.from())
                && Objects.equals(a.until(), b.until());
    }

    private @Nullable Schedule usable(SeenRecord record) {
        try {
            byte[] value = record.value();
            return value == null || !executions.deadLettersOf(record).isEmpty() ? null : Kind.SCHEDULE.decode(value);
        } catch (ContractException e) {
            return null; // PutAsideCheck checks that it became a dead letter.
        }
    }
}
