package dev.carillon.console.api.schedule;

import com.fasterxml.jackson.annotation.JsonUnwrapped;
import dev.carillon.client.schedule.StoredSchedule;
import dev.carillon.console.history.schedule.RunMark;
import dev.carillon.console.history.schedule.ScheduleEntry;
import dev.carillon.insight.schedule.ScheduleAnswer;
import dev.carillon.schemas.schedule.Schedule;
import dev.carillon.timing.forecast.ScheduleForecast;
import java.util.List;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/**
 * A schedule with its last runs as JSON.
 *
 * @param definition null in lists, and if it can't be read
 */
record ScheduleEntryAnswer(
        @JsonUnwrapped ScheduleAnswer schedule,
        boolean inForce,
        List<RunMarkAnswer> runs,
        @Nullable JsonNode definition) {

    /** A schedule as a list shows it. */
    static ScheduleEntryAnswer summary(ScheduleEntry entry, ScheduleForecast forecast, List<RunMark> runs) {
        StoredSchedule stored = new StoredSchedule(
                entry.taskId(), entry.schedule(), entry.problem(), entry.version(), entry.appended());
        return new ScheduleEntryAnswer(
                ScheduleAnswer.summary(stored, forecast), entry.inForce(), RunMarkAnswer.list(runs), null);
    }

    ScheduleEntryAnswer withDefinition(@Nullable Schedule readable) {
        return readable == null
                ? this
                : new ScheduleEntryAnswer(schedule, inForce, runs, ScheduleAnswer.definition(readable));
    }
}
