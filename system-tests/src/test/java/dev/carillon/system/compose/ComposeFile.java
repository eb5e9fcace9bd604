package dev.carillon.system.compose;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Pattern;
import org.snakeyaml.engine.v2.api.Load;
import org.snakeyaml.engine.v2.api.LoadSettings;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/** Reads a compose file as Compose does: fills in variables, and applies merge keys and overrides. */
final class ComposeFile {
    private static final Pattern VARIABLE = Pattern.compile("\\$\\{([A-Z_]+):-([^}]*)}");
    private static final String MERGE = "<<";

    private final ObjectNode root;

    private ComposeFile(ObjectNode root) {
        this.root = root;
    }

    static ComposeFile read(Path file, Map<String, String> variables) throws IOException {
        return parse(Files.readString(file), variables);
    }

    static ComposeFile parse(String text, Map<String, String> variables) {
        String filled = VARIABLE.matcher(text)
                .replaceAll(found -> variables.getOrDefault(found.group(1), found.group(2)))
                .replace("$$", "$");
        Object loaded = new Load(LoadSettings.builder().setLabel("compose").build()).loadFromString(filled);
        JsonNode tree = JsonMapper.shared().valueToTree(loaded);
        return new ComposeFile((ObjectNode) folded(tree));
    }

    /** Applies an override as Compose does: merges mappings, extends lists, replaces everything else. */
    ComposeFile with(ComposeFile override) {
        return new ComposeFile(merged(root, override.root));
    }

    Map<String, ComposeService> services() {
        Map<String, ComposeService> services = new TreeMap<>();
        root.path("services")
                .properties()
                .forEach(entry -> services.put(entry.getKey(), new ComposeService(entry.getKey(), entry.getValue())));
        return services;
    }

    ComposeService service(String name) {
        ComposeService found = services().get(name);
        if (found == null) {
            throw new AssertionError(
                    "there is no service " + name + ", only " + services().keySet());
        }
        return found;
    }

    JsonNode networks() {
        return root.path("networks");
    }

    JsonNode volumes() {
        return root.path("volumes");
    }

    private static JsonNode folded(JsonNode node) {
        if (node instanceof ArrayNode list) {
            ArrayNode copy = JsonNodeFactory.instance.arrayNode();
            list.forEach(item -> copy.add(folded(item)));
            return copy;
        }
        if (!(node instanceof ObjectNode mapping)) {
            return node;
        }
        ObjectNode copy = JsonNodeFactory.instance.objectNode();
        if (mapping.get(MERGE) instanceof ObjectNode base) {
            copy.setAll((ObjectNode) folded(base));
        }
        mapping.properties().stream()
                .filter(entry -> !entry.getKey().equals(MERGE))
                .forEach(entry -> copy.set(entry.getKey(), folded(entry.getValue())));
        return copy;
    }

    private static ObjectNode merged(ObjectNode below, ObjectNode above) {
        ObjectNode copy = below.deepCopy();
        above.properties().forEach(entry -> {
            JsonNode before = copy.get(entry.getKey());
            JsonNode after = entry.getValue();
            boolean isCommand =
                    entry.getKey().equals("command") || entry.getKey().equals("test");
            if (before instanceof ObjectNode one && after instanceof ObjectNode other) {
                copy.set(entry.getKey(), merged(one, other));
            } else if (before instanceof ArrayNode one && after instanceof ArrayNode other && !isCommand) {
                copy.set(entry.getKey(), one.deepCopy().addAll(other));
            } else {
                copy.set(entry.getKey(), after);
            }
        });
        return copy;
    }
}
