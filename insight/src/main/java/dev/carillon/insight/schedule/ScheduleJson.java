package dev.carillon.insight.schedule;

import dev.carillon.client.schedule.StoredSchedule;
import dev.carillon.schemas.codec.Kind;
import dev.carillon.schemas.json.Fields;
import dev.carillon.schemas.json.Json;
import dev.carillon.schemas.schedule.Schedule;
import dev.carillon.timing.forecast.FiringProspect;
import dev.carillon.timing.forecast.ScheduleForecast;
import dev.carillon.timing.forecast.SchedulePlan;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/** A stored schedule as JSON, in the same form over REST and on the command line. */
public final class ScheduleJson {
    private ScheduleJson() {}

    /** State of a schedule, with its definition if that can be read. */
    public static ObjectNode whole(StoredSchedule stored, ScheduleForecast forecast) {
        ObjectNode node = summary(stored, forecast);
        if (stored.schedule() != null) {
            node.set("definition", definition(stored.schedule()));
        }
        return node;
    }

    /** State of a schedule without its definition. */
    public static ObjectNode summary(StoredSchedule stored, ScheduleForecast forecast) {
        SchedulePlan plan = forecast.plan();
        FiringProspect prospect = forecast.prospect();
        ObjectNode node = JsonNodeFactory.instance
                .objectNode()
                .put("taskId", stored.taskId())
                .put("standing", standing(prospect));
        text(node, "problem", stored.problem() == null ? forecast.problem() : stored.problem());
        node.set("prospect", PreviewJson.of(prospect));
        Schedule schedule = stored.schedule();
        if (schedule != null) {
            text(node, "pausedReason", schedule.enabled() ? null : schedule.pausedReason());
            text(node, "name", schedule.work().name());
            text(node, "description", schedule.description());
            text(node, "owner", schedule.owner());
            text(node, "words", plan == null ? null : plan.words());
            node.put("type", schedule.work().type())
                    .put("queue", schedule.work().queue())
                    .put("priority", Fields.spelled(schedule.work().priority()));
            text(node, "zone", schedule.when().zone());
            ObjectNode labels = node.putObject("labels");
            schedule.work().labels().forEach(labels::put);
        }
        node.put("version", stored.version()).put("appended", stored.appended().toString());
        if (forecast.next() != null) {
            node.set("nextFire", FireJson.of(forecast.next()));
        }
        return node;
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

    private static void text(ObjectNode node, String name, @Nullable String value) {
        if (value != null) {
            node.put(name, value);
        }
    }
}
