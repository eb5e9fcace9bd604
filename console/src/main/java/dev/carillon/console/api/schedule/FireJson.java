package dev.carillon.console.api.schedule;

import dev.carillon.console.api.schedule.ScheduleForecaster.Caution;
import dev.carillon.console.api.schedule.ScheduleForecaster.Fire;
import dev.carillon.console.api.schedule.ScheduleForecaster.Plan;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.List;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/** Planned instants as JSON. */
final class FireJson {
    private static final JsonNodeFactory JSON = JsonNodeFactory.instance;

    /** Writes the seconds even if they are zero. */
    private static final DateTimeFormatter WALL_CLOCK = DateTimeFormatter.ISO_OFFSET_DATE_TIME;

    private FireJson() {}

    static ObjectNode of(Fire fire) {
        ObjectNode node =
                JSON.objectNode().put("at", fire.at().toString()).put("local", WALL_CLOCK.format(fire.local()));
        if (!fire.due().equals(fire.at())) {
            node.put("due", fire.due().toString());
        }
        if (fire.change() != null) {
            node.putObject("mark")
                    .put("kind", fire.change().name())
                    .put("words", fire.change().words());
        }
        return node;
    }

    /** The zone's name, as Java calls UTC {@code Z}. */
    static String name(ZoneId zone) {
        return zone.equals(ZoneOffset.UTC) ? "UTC" : zone.getId();
    }

    static ArrayNode list(List<Fire> fires) {
        ArrayNode list = JSON.arrayNode();
        fires.forEach(fire -> list.add(of(fire)));
        return list;
    }

    static ArrayNode cautions(List<Caution> cautions) {
        ArrayNode list = JSON.arrayNode();
        for (Caution caution : cautions) {
            ObjectNode node = list.addObject().put("kind", caution.kind()).put("message", caution.message());
            if (caution.instead() != null) {
                node.put("instead", caution.instead());
            }
        }
        return list;
    }

    static ObjectNode of(Plan plan, List<Fire> fires) {
        ObjectNode node = JSON.objectNode().put("zone", name(plan.zone())).put("words", plan.words());
        node.set("items", list(fires));
        return node;
    }
}
