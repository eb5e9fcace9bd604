package dev.carillon.console.live;

import dev.carillon.console.history.Change;
import dev.carillon.console.history.Freshness;
import dev.carillon.schemas.state.ExecutionState;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/** What events hold, as {@code openapi.yaml} says it. */
final class ChangeJson {
    private ChangeJson() {}

    /** Some changes by name. */
    static String changes(List<Change> named, Map<ExecutionState, Integer> ended, int unnamed) {
        ObjectNode node = JsonNodeFactory.instance.objectNode();
        ArrayNode items = node.putArray("items");
        for (Change change : named) {
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
        node.put("unnamed", unnamed);
        return node.toString();
    }

    private static String spelled(Change.Kind kind) {
        return kind.name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    static String freshness(Freshness freshness) {
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
