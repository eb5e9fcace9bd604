package dev.carillon.console.history.sql.run;

import dev.carillon.schemas.json.RawJson;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/** Stores labels in a column, as a JSON object. */
public final class SqlLabels {
    private SqlLabels() {}

    public static @Nullable String written(Map<String, String> labels) {
        if (labels.isEmpty()) {
            return null;
        }
        ObjectNode object = JsonNodeFactory.instance.objectNode();
        labels.forEach(object::put);
        return object.toString();
    }

    static Map<String, String> read(@Nullable String written) {
        if (written == null) {
            return Map.of();
        }
        Map<String, String> labels = new LinkedHashMap<>();
        RawJson.written(written.getBytes(StandardCharsets.UTF_8))
                .node()
                .properties()
                .forEach(label -> labels.put(label.getKey(), label.getValue().stringValue()));
        return labels;
    }
}
