package dev.carillon.console.api.schedule;

import dev.carillon.client.StoredSchedule;
import dev.carillon.console.api.schedule.ScheduleForecaster.Plan;
import dev.carillon.console.api.schedule.ScheduleForecaster.Prospect;
import dev.carillon.console.history.DayTally;
import dev.carillon.console.history.DurationPercentiles;
import dev.carillon.console.history.RunMark;
import dev.carillon.console.history.ScheduleEntry;
import dev.carillon.console.history.ScheduleFilter.Standing;
import dev.carillon.schemas.codec.Kind;
import dev.carillon.schemas.json.Fields;
import dev.carillon.schemas.json.Json;
import dev.carillon.schemas.record.Schedule;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/** Schedules and their runs as JSON, in the same form over REST and on the command line. */
public final class ScheduleJson {
    private static final JsonNodeFactory JSON = JsonNodeFactory.instance;

    private ScheduleJson() {}

    /** A schedule as a list shows it. */
    static ObjectNode summary(ScheduleEntry entry, ScheduleForecast forecast, List<RunMark> runs) {
        StoredSchedule stored = new StoredSchedule(
                entry.taskId(), entry.schedule(), entry.problem(), entry.version(), entry.appended());
        ObjectNode node = summary(stored, forecast).put("inForce", entry.inForce());
        node.set("runs", marks(runs));
        return node;
    }

    /** State of a schedule, with its definition if that can be read. */
    public static ObjectNode whole(StoredSchedule stored, ScheduleForecast forecast) {
        ObjectNode node = summary(stored, forecast);
        if (stored.schedule() != null) {
            node.set("definition", definition(stored.schedule()));
        }
        return node;
    }

    private static ObjectNode summary(StoredSchedule stored, ScheduleForecast forecast) {
        Plan plan = forecast.plan();
        Prospect prospect = forecast.prospect();
        ObjectNode node = JSON.objectNode().put("taskId", stored.taskId()).put("standing", standing(prospect));
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

    private static String standing(Prospect prospect) {
        return switch (prospect.state()) {
            case PAUSED, PAUSED_BY_FAILURES -> Standing.PAUSED.name();
            case BROKEN, COMPLETE -> prospect.state().name();
            case ACTIVE, WAITS_FOR_ENDS, NO_DAY_COUNTS, CALENDAR_MISSING -> Standing.ACTIVE.name();
        };
    }

    static JsonNode definition(Schedule schedule) {
        return Json.read(Kind.SCHEDULE.encode(schedule));
    }

    private static ArrayNode marks(List<RunMark> runs) {
        ArrayNode list = JSON.arrayNode();
        for (RunMark run : runs) {
            ObjectNode node = list.addObject()
                    .put("key", run.key().toString())
                    .put("state", run.state().name())
                    .put("at", run.at().toString())
                    .put("attempts", run.attempts());
            millis(node, "tookMs", run.took());
        }
        return list;
    }

    static ObjectNode durations(DurationPercentiles durations) {
        ObjectNode node = JSON.objectNode().put("ended", durations.ended());
        millis(node, "p50Ms", durations.p50());
        millis(node, "p95Ms", durations.p95());
        millis(node, "p99Ms", durations.p99());
        millis(node, "longestMs", durations.longest());
        node.set("runs", marks(durations.runs()));
        return node;
    }

    static ArrayNode days(List<DayTally> days) {
        ArrayNode list = JSON.arrayNode();
        days.forEach(day -> list.addObject()
                .put("day", day.day().toString())
                .put("succeeded", day.succeeded())
                .put("failed", day.failed())
                .put("other", day.other())
                .put("skipped", day.skipped())
                .put("open", day.open()));
        return list;
    }

    private static void text(ObjectNode node, String name, @Nullable String value) {
        if (value != null) {
            node.put(name, value);
        }
    }

    private static void millis(ObjectNode node, String name, @Nullable Duration duration) {
        if (duration != null) {
            node.put(name, duration.toNanos() / 1_000_000.0);
        }
    }
}
