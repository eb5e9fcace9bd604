package dev.carillon.insight.schedule;

import com.fasterxml.jackson.annotation.JsonUnwrapped;
import dev.carillon.client.schedule.StoredSchedule;
import dev.carillon.schemas.codec.Kind;
import dev.carillon.schemas.json.Fields;
import dev.carillon.schemas.json.Json;
import dev.carillon.schemas.schedule.Schedule;
import dev.carillon.timing.forecast.FiringProspect;
import dev.carillon.timing.forecast.ScheduleForecast;
import dev.carillon.timing.forecast.SchedulePlan;
import io.soabase.recordbuilder.core.RecordBuilder;
import java.time.Instant;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/**
 * A stored schedule as JSON, in the same form over REST and on the command line. Of a record that can't be read, only
 * the taskId, the state and the position in the topic are known.
 */
@RecordBuilder
public record ScheduleAnswer(
        String taskId,
        String standing,
        @Nullable String problem,
        ProspectAnswer prospect,
        @Nullable String pausedReason,
        @Nullable String name,
        @Nullable String description,
        @Nullable String owner,
        @Nullable String words,
        @Nullable String type,
        @Nullable String queue,
        @Nullable String priority,
        @Nullable String zone,
        @Nullable Map<String, String> labels,
        long version,
        Instant appended,
        @Nullable FireAnswer nextFire) {

    /** A schedule with its definition, which is null if it can't be read. */
    public record Whole(
            @JsonUnwrapped ScheduleAnswer schedule,
            @Nullable JsonNode definition) {}

    /** State of a schedule, with its definition if that can be read. */
    public static Whole whole(StoredSchedule stored, ScheduleForecast forecast) {
        return new Whole(summary(stored, forecast), stored.schedule() == null ? null : definition(stored.schedule()));
    }

    /** State of a schedule without its definition. */
    public static ScheduleAnswer summary(StoredSchedule stored, ScheduleForecast forecast) {
        SchedulePlan plan = forecast.plan();
        ScheduleAnswerBuilder answer = ScheduleAnswerBuilder.builder()
                .taskId(stored.taskId())
                .standing(standing(forecast.prospect()))
                .problem(stored.problem() == null ? forecast.problem() : stored.problem())
                .prospect(ProspectAnswer.of(forecast.prospect()))
                .version(stored.version())
                .appended(stored.appended())
                .nextFire(forecast.next() == null ? null : FireAnswer.of(forecast.next()));
        Schedule schedule = stored.schedule();
        if (schedule != null) {
            answer.pausedReason(schedule.enabled() ? null : schedule.pausedReason())
                    .name(schedule.work().name())
                    .description(schedule.description())
                    .owner(schedule.owner())
                    .words(plan == null ? null : plan.words())
                    .type(schedule.work().type())
                    .queue(schedule.work().queue())
                    .priority(Fields.spelled(schedule.work().priority()))
                    .zone(schedule.when().zone())
                    .labels(schedule.work().labels());
        }
        return answer.build();
    }

    private static String standing(FiringProspect prospect) {
        return switch (prospect.kind()) {
            case PAUSED, PAUSED_BY_FAILURES -> "PAUSED";
            case BROKEN, COMPLETE -> prospect.kind().name();
            case ACTIVE, WAITS_FOR_ENDS, NO_DAY_COUNTS, CALENDAR_MISSING -> "ACTIVE";
        };
    }

    public static JsonNode definition(Schedule schedule) {
        return Json.read(Kind.SCHEDULE.encode(schedule));
    }
}
