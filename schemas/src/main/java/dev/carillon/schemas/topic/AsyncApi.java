package dev.carillon.schemas.topic;

import dev.carillon.schemas.json.Fields;
import dev.carillon.schemas.json.Json;
import dev.carillon.schemas.work.Priority;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import tools.jackson.databind.JsonNode;

/**
 * Reads the topics from the published AsyncAPI document. Clients in other languages rely on it, so tests compare it
 * with the catalogue and with the topics of a real cluster.
 */
public final class AsyncApi {
    /** The class path folder of the document and its JSON Schemas. */
    public static final String FOLDER = "/dev/carillon/schemas/json/";

    public static final String DOCUMENT = FOLDER + "carillon.asyncapi.json";

    private final JsonNode document;

    private AsyncApi(JsonNode document) {
        this.document = document;
    }

    public static AsyncApi published() {
        try (InputStream in = AsyncApi.class.getResourceAsStream(DOCUMENT)) {
            if (in == null) {
                throw new IllegalStateException(DOCUMENT + " is missing on the class path");
            }
            return new AsyncApi(Json.read(in.readAllBytes()));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** The document itself. */
    public JsonNode document() {
        return document;
    }

    /** Every topic that it lists, for this namespace, number of partitions and these queues. */
    public List<TopicSpec> topics(TopicNames names, int partitions, List<String> queues) {
        List<TopicSpec> topics = new ArrayList<>();
        for (JsonNode channel : document.get("channels").values()) {
            boolean one = channel.get("x-partitions").stringValue().equals("1");
            for (String address : addresses(channel.get("address").stringValue(), names.namespace(), queues)) {
                topics.add(new TopicSpec(address, one ? 1 : partitions, configs(channel)));
            }
        }
        return topics;
    }

    private static List<String> addresses(String pattern, String namespace, List<String> queues) {
        List<String> addresses = new ArrayList<>();
        String address = pattern.replace("{namespace}", namespace);
        for (String queue : address.contains("{queue}") ? queues : List.of("")) {
            String ofQueue = address.replace("{queue}", queue);
            if (ofQueue.contains("{priority}")) {
                for (Priority priority : Priority.values()) {
                    addresses.add(ofQueue.replace("{priority}", Fields.spelled(priority)));
                }
            } else {
                addresses.add(ofQueue);
            }
        }
        return addresses;
    }

    private static Map<String, String> configs(JsonNode channel) {
        Map<String, String> configs = new LinkedHashMap<>();
        for (Map.Entry<String, JsonNode> config :
                channel.at("/bindings/kafka/topicConfiguration").properties()) {
            JsonNode value = config.getValue();
            configs.put(config.getKey(), value.isArray() ? value.get(0).asString() : value.asString());
        }
        return configs;
    }
}
