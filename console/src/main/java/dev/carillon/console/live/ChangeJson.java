package dev.carillon.console.live;

import dev.carillon.console.history.HistoryChange;
import dev.carillon.console.history.HistoryFreshness;
import dev.carillon.schemas.state.ExecutionState;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/** The JSON of events, as {@code openapi.yaml} specifies it. */
final class ChangeJson {
    private ChangeJson() {}

    /** The listed changes, how many executions ended, and how many changes are not listed. */
    static String changes(List<HistoryChange> listed, Map<ExecutionState, Integer> ended, int unlisted) {
        ObjectNode node = JsonNodeFactory.instance.objectNode();
        ArrayNode items = node.putArray("items");
        for (HistoryChange change : listed) {
            ObjectNode item = items.addObject();
            item.put("kind", spelled(change.kind()));
            item.put("id", change.id());
            if (change.state() != null) {
                item.put("state", change.state().name());
            }
            item.put("at", change.at().toString());
        }
        ObjectNode counts = node.putObject("ended");
        ended.forEach((state, count) -> counts.put(state.name().toLowerCase(Locale.ROOT), count));
        node.put("unnamed", unlisted);
        return node.toString();
    }

    private static String spelled(HistoryChange.Kind kind) {
        return kind.name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    static String freshness(HistoryFreshness freshness) {
        ObjectNode node = JsonNodeFactory.instance.objectNode();
        put(node, "newest", freshness.newest());
        if (freshness.behind() >= 0) {
            node.put("behind", freshness.behind());
        }
        node.put("caughtUp", freshness.caughtUp());
        put(node, "kafkaGone", freshness.kafkaGone());
        return node.toString();
    }

    private static void put(ObjectNode node, String name, @Nullable Instant instant) {
        if (instant != null) {
            node.put(name, instant.toString());
        }
    }
}
