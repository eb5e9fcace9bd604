package dev.carillon.insight.schedule;

import dev.carillon.timing.cron.CronWarning;
import dev.carillon.timing.forecast.PlannedFire;
import dev.carillon.timing.forecast.SchedulePlan;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.List;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/** Planned instants as JSON. */
public final class FireJson {
    private static final JsonNodeFactory JSON = JsonNodeFactory.instance;

    /** Writes the seconds even if they are zero. */
    private static final DateTimeFormatter WALL_CLOCK = DateTimeFormatter.ISO_OFFSET_DATE_TIME;

    private FireJson() {}

    public static ObjectNode of(PlannedFire fire) {
        ObjectNode node =
                JSON.objectNode().put("at", fire.at().toString()).put("local", WALL_CLOCK.format(fire.local()));
        if (!fire.due().equals(fire.at())) {
            node.put("due", fire.due().toString());
        }
        if (fire.change() != null) {
            node.putObject("mark")
                    .put("kind", fire.change().name())
                    .put("words", fire.change().sentence());
        }
        return node;
    }

    /** The zone's name, as Java calls UTC {@code Z}. */
    static String name(ZoneId zone) {
        return zone.equals(ZoneOffset.UTC) ? "UTC" : zone.getId();
    }

    public static ArrayNode list(List<PlannedFire> fires) {
        ArrayNode list = JSON.arrayNode();
        fires.forEach(fire -> list.add(of(fire)));
        return list;
    }

    public static ArrayNode warnings(List<CronWarning> warnings) {
        ArrayNode list = JSON.arrayNode();
        for (CronWarning warning : warnings) {
            ObjectNode node =
                    list.addObject().put("kind", warning.kind().name()).put("message", warning.message());
            if (warning.instead() != null) {
                node.put("instead", warning.instead());
            }
        }
        return list;
    }

    public static ObjectNode of(SchedulePlan plan, List<PlannedFire> fires) {
        ObjectNode node = JSON.objectNode().put("zone", name(plan.zone())).put("words", plan.words());
        node.set("items", list(fires));
        return node;
    }
}
