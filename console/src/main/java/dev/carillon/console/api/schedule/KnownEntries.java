package dev.carillon.console.api.schedule;

import dev.carillon.client.TriggerMemory;
import dev.carillon.console.api.schedule.ScheduleForecaster.Known;
import dev.carillon.console.api.schedule.ScheduleForecaster.Plan;
import dev.carillon.console.history.ScheduleEntry;
import dev.carillon.console.history.ScheduleHistory;
import dev.carillon.schemas.error.ContractException;
import dev.carillon.schemas.error.ErrorCode;
import dev.carillon.schemas.record.CalendarDays;
import dev.carillon.schemas.record.Schedule;
import java.time.Instant;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Forecasts schedules with the trigger's markers, the calendars and the history. */
public final class KnownEntries {
    private final ScheduleForecaster forecaster;
    private final ScheduleHistory schedules;
    private final Supplier<TriggerMemory> triggerMemory;

    public KnownEntries(
            ScheduleForecaster forecaster, ScheduleHistory schedules, Supplier<TriggerMemory> triggerMemory) {
        this.forecaster = forecaster;
        this.schedules = schedules;
        this.triggerMemory = triggerMemory;
    }

    /** The trigger's current markers and calendars. Ask once for many schedules, as each call may wait for Kafka. */
    TriggerMemory memory() {
        return triggerMemory.get();
    }

    ScheduleForecast forecast(ScheduleEntry entry, TriggerMemory memory, Instant now) {
        Known known = known(memory, entry.taskId(), entry.version());
        return ScheduleForecast.of(forecaster, entry.schedule(), entry.problem(), known, now);
    }

    /** The plan of a definition, applied or not; refused if its calendar does not exist. */
    Plan plan(Schedule schedule) {
        TriggerMemory memory = memory();
        String calendar = schedule.when().calendar();
        if (calendar != null && memory.knowsCalendars() && memory.calendar(calendar) == null) {
            throw new ContractException(
                    ErrorCode.UNKNOWN_CALENDAR,
                    "calendar",
                    ContractException.shown(calendar) + " does not exist",
                    "create it first, with PUT /v1/calendars/{name} or: carillon calendar apply -f FILE");
        }
        long version =
                schedules.get(schedule.taskId()).map(ScheduleEntry::version).orElse(Long.MAX_VALUE);
        return forecaster.of(schedule, known(memory, schedule.taskId(), version));
    }

    private Known known(TriggerMemory memory, String taskId, long version) {
        Function<String, @Nullable CalendarDays> calendars =
                memory.knowsCalendars() ? memory::calendar : Known.NOTHING.calendars();
        return new Known(memory.marker(taskId, version), calendars, this::schedule);
    }

    private @Nullable Schedule schedule(String taskId) {
        return schedules.get(taskId).map(ScheduleEntry::schedule).orElse(null);
    }
}
