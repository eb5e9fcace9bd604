package dev.carillon.insight.schedule;

import dev.carillon.client.log.RecordLog;
import dev.carillon.client.schedule.Schedules;
import dev.carillon.client.schedule.StoredSchedule;
import dev.carillon.client.schedule.TriggerMemory;
import dev.carillon.schemas.error.ContractException;
import dev.carillon.schemas.error.ErrorCode;
import dev.carillon.schemas.schedule.CalendarDays;
import dev.carillon.schemas.schedule.Schedule;
import dev.carillon.schemas.topic.TopicNames;
import dev.carillon.timing.forecast.ForecastContext;
import dev.carillon.timing.forecast.ScheduleForecast;
import dev.carillon.timing.forecast.SchedulePlan;
import dev.carillon.timing.plan.ScheduleLookup;
import java.time.Instant;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** All schedules of a cluster, with the calendars and markers that decide when they fire. */
public final class KnownSchedules implements ScheduleLookup {
    private final Map<String, StoredSchedule> stored;
    private final TriggerMemory memory;

    private KnownSchedules(Map<String, StoredSchedule> stored, TriggerMemory memory) {
        this.stored = stored;
        this.memory = memory;
    }

    /** Reads the schedules, calendars and markers. */
    public static KnownSchedules look(Schedules schedules, RecordLog log, TopicNames names) {
        TriggerMemory memory = new TriggerMemory(names);
        memory.readOn(log);
        return new KnownSchedules(schedules.all(), memory);
    }

    /** Uses the given schedules and reads the calendars, but no markers. */
    public static KnownSchedules withCalendars(Map<String, StoredSchedule> stored, RecordLog log, TopicNames names) {
        TriggerMemory memory = new TriggerMemory(names);
        memory.readCalendars(log);
        return new KnownSchedules(stored, memory);
    }

    /** By taskId. */
    public Map<String, StoredSchedule> all() {
        return stored;
    }

    /** The state and next fire time of a stored schedule. */
    public ScheduleForecast forecast(StoredSchedule one, Instant now) {
        return ScheduleForecast.of(one.schedule(), one.problem(), context(one.taskId(), one.version()), now);
    }

    /** The plan of a definition, which may not be applied yet. */
    public SchedulePlan plan(Schedule schedule) {
        String calendar = schedule.when().calendar();
        if (calendar != null && memory.calendar(calendar) == null) {
            throw new ContractException(
                    ErrorCode.UNKNOWN_CALENDAR,
                    "calendar",
                    ContractException.shown(calendar) + " does not exist",
                    "create it with: carillon calendar apply -f FILE");
        }
        StoredSchedule before = stored.get(schedule.taskId());
        return SchedulePlan.of(
                schedule, context(schedule.taskId(), before == null ? Long.MAX_VALUE : before.version()));
    }

    private ForecastContext context(String taskId, long version) {
        return new ForecastContext(memory.marker(taskId, version), this);
    }

    @Override
    public @Nullable CalendarDays calendar(String name) {
        return memory.calendar(name);
    }

    @Override
    public @Nullable Schedule schedule(String taskId) {
        StoredSchedule found = stored.get(taskId);
        return found == null ? null : found.schedule();
    }
}
