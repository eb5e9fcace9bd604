package dev.carillon.console.api.schedule;

import dev.carillon.client.TriggerMemory;
import dev.carillon.console.api.schedule.Forecast.Known;
import dev.carillon.console.api.schedule.Forecast.Plan;
import dev.carillon.console.history.ScheduleBook;
import dev.carillon.console.history.ScheduleEntry;
import dev.carillon.schemas.error.ContractException;
import dev.carillon.schemas.error.ErrorCode;
import dev.carillon.schemas.record.CalendarDays;
import dev.carillon.schemas.record.Schedule;
import java.time.Instant;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Says of schedules when they fire, by all that is known of them here. */
public final class KnownEntries {
    private final Forecast forecast;
    private final ScheduleBook book;
    private final Supplier<TriggerMemory> notes;

    public KnownEntries(Forecast forecast, ScheduleBook book, Supplier<TriggerMemory> notes) {
        this.forecast = forecast;
        this.book = book;
        this.notes = notes;
    }

    /** What the trigger remembers at this moment: to be asked for once for many schedules. */
    TriggerMemory memory() {
        return notes.get();
    }

    Foretold foretold(ScheduleEntry entry, TriggerMemory memory, Instant now) {
        Known known = known(memory, entry.taskId(), entry.version());
        return Foretold.of(forecast, entry.schedule(), entry.problem(), known, now);
    }

    /** What a definition plans that need not be applied yet; refused if its calendar does not exist. */
    Plan plan(Schedule schedule) {
        TriggerMemory memory = memory();
        String calendar = schedule.when().calendar();
        if (calendar != null && memory.knowsCalendars() && memory.calendar(calendar) == null) {
            throw new ContractException(
                    ErrorCode.UNKNOWN_CALENDAR,
                    "calendar",
                    ContractException.shown(calendar) + " does not exist",
                    "make it first, with PUT /v1/calendars/{name} or: carillon calendar apply -f FILE");
        }
        long version = book.get(schedule.taskId()).map(ScheduleEntry::version).orElse(Long.MAX_VALUE);
        return forecast.of(schedule, known(memory, schedule.taskId(), version));
    }

    private Known known(TriggerMemory memory, String taskId, long version) {
        Function<String, @Nullable CalendarDays> calendars =
                memory.knowsCalendars() ? memory::calendar : Known.NOTHING.calendars();
        return new Known(memory.marker(taskId, version), calendars, this::schedule);
    }

    private @Nullable Schedule schedule(String taskId) {
        return book.get(taskId).map(ScheduleEntry::schedule).orElse(null);
    }
}
