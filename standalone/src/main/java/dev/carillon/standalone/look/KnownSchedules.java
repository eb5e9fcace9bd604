package dev.carillon.standalone.look;

import dev.carillon.client.RecordLog;
import dev.carillon.client.Schedules;
import dev.carillon.client.StoredSchedule;
import dev.carillon.client.TriggerMemory;
import dev.carillon.console.api.schedule.Forecast;
import dev.carillon.console.api.schedule.Foretold;
import dev.carillon.schemas.error.ContractException;
import dev.carillon.schemas.error.ErrorCode;
import dev.carillon.schemas.record.Schedule;
import dev.carillon.schemas.topic.TopicNames;
import dev.carillon.standalone.cron.TriggerForecast;
import java.time.Instant;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** All schedules of a cluster, with all that decides when each fires. */
public final class KnownSchedules {
    private static final Forecast FORECAST = new TriggerForecast();

    private final Map<String, StoredSchedule> stored;
    private final TriggerMemory memory;

    private KnownSchedules(Map<String, StoredSchedule> stored, TriggerMemory memory) {
        this.stored = stored;
        this.memory = memory;
    }

    /** As they are now. */
    public static KnownSchedules look(Schedules schedules, RecordLog log, TopicNames names) {
        TriggerMemory memory = new TriggerMemory(names);
        memory.readOn(log);
        return new KnownSchedules(schedules.all(), memory);
    }

    /** These, with the calendars, but without what the trigger remembers of them. */
    public static KnownSchedules withCalendars(Map<String, StoredSchedule> stored, RecordLog log, TopicNames names) {
        TriggerMemory memory = new TriggerMemory(names);
        memory.readCalendars(log);
        return new KnownSchedules(stored, memory);
    }

    /** By taskId. */
    public Map<String, StoredSchedule> all() {
        return stored;
    }

    /** How one of them stands. */
    public Foretold foretold(StoredSchedule one, Instant now) {
        return Foretold.of(FORECAST, one.schedule(), one.problem(), known(one.taskId(), one.version()), now);
    }

    /** What a definition plans that nobody may have applied yet. */
    public Forecast.Plan plan(Schedule schedule) {
        String calendar = schedule.when().calendar();
        if (calendar != null && memory.calendar(calendar) == null) {
            throw new ContractException(
                    ErrorCode.UNKNOWN_CALENDAR,
                    "calendar",
                    ContractException.shown(calendar) + " does not exist",
                    "make it with: carillon calendar apply -f FILE");
        }
        StoredSchedule before = stored.get(schedule.taskId());
        return FORECAST.of(schedule, known(schedule.taskId(), before == null ? Long.MAX_VALUE : before.version()));
    }

    private Forecast.Known known(String taskId, long version) {
        return new Forecast.Known(memory.marker(taskId, version), memory::calendar, this::schedule);
    }

    private @Nullable Schedule schedule(String taskId) {
        StoredSchedule found = stored.get(taskId);
        return found == null ? null : found.schedule();
    }
}
