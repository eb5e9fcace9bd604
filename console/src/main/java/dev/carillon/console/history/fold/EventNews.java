package dev.carillon.console.history.fold;

import dev.carillon.schemas.json.RawJson;
import dev.carillon.schemas.key.ExecutionKey;
import dev.carillon.schemas.record.Event;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import tools.jackson.databind.JsonNode;

/** What events say that no other record does. */
final class EventNews {
    private EventNews() {}

    static List<News> of(Event event, String topic, Stamp stamp) {
        return switch (event.type()) {
            case STARTED, PROGRESS -> List.of(ofRun(event, topic, stamp, facts -> facts.isRunning(stamp)));
            case OVERDUE -> List.of(ofRun(event, topic, stamp, facts -> facts.isToldOverdue(stamp)));
            case SCHEDULE_BROKEN ->
                List.of(new News.OfBroken(
                        event.subject(), String.valueOf(Texts.cut(event.message(), Texts.MESSAGE)), event.at()));
            case SCHEDULE_PAUSED, SCHEDULE_RESUMED -> List.of(new News.OfSwitch(event.subject(), event.at()));
            case SCHEDULE_APPLIED -> applied(event);
            default -> List.of();
        };
    }

    private static News ofRun(Event event, String topic, Stamp stamp, News.Telling telling) {
        return new News.OfRun(ExecutionKey.parse(event.subject()), stamp, topic, telling);
    }

    private static List<News> applied(Event event) {
        RawJson data = event.data();
        JsonNode list = data == null ? null : data.node().get("applied");
        if (list == null || !list.isArray()) {
            return List.of();
        }
        Map<String, Long> positions = new HashMap<>();
        for (JsonNode one : list) {
            JsonNode taskId = one.get("taskId");
            JsonNode position = one.get("position");
            if (taskId != null && taskId.isString() && position != null && position.canConvertToLong()) {
                positions.merge(taskId.stringValue(), position.longValue(), Math::max);
            }
        }
        return List.of(new News.OfApplied(positions, event.at()));
    }
}
