package dev.carillon.console.api.schedule;

import dev.carillon.client.schedule.TriggerMemory;
import dev.carillon.console.history.schedule.ScheduleEntry;
import dev.carillon.console.history.schedule.ScheduleHistory;
import dev.carillon.schemas.error.ContractException;
import dev.carillon.schemas.error.ErrorCode;
import dev.carillon.schemas.schedule.CalendarDays;
import dev.carillon.schemas.schedule.Schedule;
import dev.carillon.timing.forecast.ForecastContext;
import dev.carillon.timing.forecast.ScheduleForecast;
import dev.carillon.timing.forecast.SchedulePlan;
import dev.carillon.timing.plan.ScheduleLookup;
import java.time.Instant;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Forecasts schedules with the trigger's markers, the calendars and the history. */
public final class KnownEntries {
    private final ScheduleHistory schedules;
    private final Supplier<TriggerMemory> triggerMemory;

    public KnownEntries(ScheduleHistory schedules, Supplier<TriggerMemory> triggerMemory) {
        this.schedules = schedules;
        this.triggerMemory = triggerMemory;
    }

    /** The trigger's current markers and calendars. Ask once for many schedules, as each call may wait for Kafka. */
    TriggerMemory memory() {
        return triggerMemory.get();
    }

    ScheduleForecast forecast(ScheduleEntry entry, TriggerMemory memory, Instant now) {
        return ScheduleForecast.of(
                entry.schedule(), entry.problem(), context(memory, entry.taskId(), entry.version()), now);
    }

    /** The plan of a definition, applied or not; refused if its calendar does not exist. */
    SchedulePlan plan(Schedule schedule) {
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
        return SchedulePlan.of(schedule, context(memory, schedule.taskId(), version));
    }

    private ForecastContext context(TriggerMemory memory, String taskId, long version) {
        return new ForecastContext(memory.marker(taskId, version), new HistoryLookup(memory, schedules));
    }

    private record HistoryLookup(TriggerMemory memory, ScheduleHistory schedules) implements ScheduleLookup {
        @Override
        public @Nullable CalendarDays calendar(String name) {
            return memory.knowsCalendars() ? memory.calendar(name) : ScheduleLookup.UNKNOWN.calendar(name);
        }

        @Override
        public @Nullable Schedule schedule(String taskId) {
            return schedules.get(taskId).map(ScheduleEntry::schedule).orElse(null);
        }
    }
}
