package dev.carillon.console.history.fold;

import dev.carillon.schemas.json.RawJson;
import dev.carillon.schemas.key.ExecutionKey;
import dev.carillon.schemas.record.Event;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import tools.jackson.databind.JsonNode;

/** Takes from events what no other record contains. */
final class EventFacts {
    private EventFacts() {}

    static List<RecordFacts> of(Event event, String topic, RecordStamp stamp) {
        return switch (event.type()) {
            case STARTED, PROGRESS -> List.of(ofRun(event, topic, stamp, facts -> facts.isRunning(stamp)));
            case OVERDUE -> List.of(ofRun(event, topic, stamp, facts -> facts.isReportedOverdue(stamp)));
            case SCHEDULE_BROKEN ->
                List.of(new RecordFacts.OfBroken(
                        event.subject(),
                        String.valueOf(TextLimits.cut(event.message(), TextLimits.MESSAGE)),
                        event.at()));
            case SCHEDULE_PAUSED, SCHEDULE_RESUMED -> List.of(new RecordFacts.OfSwitch(event.subject(), event.at()));
            case SCHEDULE_APPLIED -> applied(event);
            default -> List.of();
        };
    }

    private static RecordFacts ofRun(Event event, String topic, RecordStamp stamp, RecordFacts.RunUpdate update) {
        return new RecordFacts.OfRun(ExecutionKey.parse(event.subject()), stamp, topic, update);
    }

    private static List<RecordFacts> applied(Event event) {
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
        return List.of(new RecordFacts.OfApplied(positions, event.at()));
    }
}
