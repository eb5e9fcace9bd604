package dev.carillon.insight.schedule;

import dev.carillon.schemas.error.ContractException;
import dev.carillon.schemas.error.ErrorCode;
import dev.carillon.schemas.work.NamedRange;
import dev.carillon.timing.forecast.FiringProspect;
import dev.carillon.timing.forecast.PlanPreview;
import dev.carillon.timing.forecast.PlannedFire;
import dev.carillon.timing.forecast.SchedulePlan;
import java.time.Duration;
import java.time.Instant;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/** The fires of a schedule in a time range as JSON, shared by REST and the command line. */
public final class PreviewJson {
    public static final int MOST = 1_000;
    public static final int USUALLY = 100;
    public static final Duration LONGEST = Duration.ofDays(3_660);

    private PreviewJson() {}

    /** Refuses a range that is empty or longer than {@link #LONGEST}. */
    public static void checkRange(String fromName, String toName, Instant from, Instant to) {
        new NamedRange(fromName, from, toName, to).checkOrder();
        if (Duration.between(from, to).compareTo(LONGEST) > 0) {
            throw new ContractException(
                    ErrorCode.OUT_OF_RANGE,
                    toName,
                    to + " lies more than " + LONGEST.toDays() + " days after " + fromName + " " + from,
                    "choose a shorter range");
        }
    }

    public static ObjectNode of(
            String taskId,
            SchedulePlan plan,
            FiringProspect prospect,
            PlanPreview preview,
            Instant from,
            Instant to,
            Instant now) {
        ObjectNode node = JsonNodeFactory.instance
                .objectNode()
                .put("taskId", taskId)
                .put("words", plan.words())
                .put("zone", FireJson.name(plan.zone()))
                .put("from", from.toString())
                .put("to", to.toString())
                .put("now", now.toString());
        node.set("prospect", of(prospect));
        ArrayNode items = node.putArray("items");
        for (PlannedFire fire : preview.fires()) {
            ObjectNode item = FireJson.of(fire);
            item.put("past", !fire.due().isAfter(now)).put("fires", fire.leftOut() == null);
            if (fire.leftOut() != null) {
                item.put("leftOut", fire.leftOut().name());
            }
            items.add(item);
        }
        if (preview.more() != null) {
            node.put("more", preview.more().toString());
        }
        ArrayNode notes = node.putArray("notes");
        preview.notes().forEach(notes::add);
        return node;
    }

    public static ObjectNode of(FiringProspect prospect) {
        ObjectNode node = JsonNodeFactory.instance
                .objectNode()
                .put("code", prospect.kind().name())
                .put("words", prospect.words());
        return prospect.step() == null ? node : node.put("step", prospect.step());
    }
}
