package dev.carillon.console.api.schedule;

import dev.carillon.client.schedule.StoredSchedule;
import dev.carillon.console.history.schedule.DayTally;
import dev.carillon.console.history.schedule.DurationPercentiles;
import dev.carillon.console.history.schedule.RunMark;
import dev.carillon.console.history.schedule.ScheduleEntry;
import dev.carillon.insight.schedule.ScheduleJson;
import dev.carillon.timing.forecast.ScheduleForecast;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/** A schedule with its runs as JSON. */
final class ScheduleRunsJson {
    private static final JsonNodeFactory JSON = JsonNodeFactory.instance;

    private ScheduleRunsJson() {}

    /** A schedule as a list shows it. */
    static ObjectNode summary(ScheduleEntry entry, ScheduleForecast forecast, List<RunMark> runs) {
        StoredSchedule stored = new StoredSchedule(
                entry.taskId(), entry.schedule(), entry.problem(), entry.version(), entry.appended());
        ObjectNode node = ScheduleJson.summary(stored, forecast).put("inForce", entry.inForce());
        node.set("runs", marks(runs));
        return node;
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

    private static void millis(ObjectNode node, String name, @Nullable Duration duration) {
        if (duration != null) {
            node.put(name, duration.toNanos() / 1_000_000.0);
        }
    }
}
