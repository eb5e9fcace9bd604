package dev.carillon.system.compose;

import dev.carillon.kit.config.EnvironmentNames;
import dev.carillon.schemas.duration.DurationText;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import tools.jackson.databind.JsonNode;

/** One service of a compose file. */
record ComposeService(String name, JsonNode definition) {
    static final String COMPLETED = "service_completed_successfully";
    static final String HEALTHY = "service_healthy";

    String image() {
        return definition.path("image").asString("");
    }

    /** Whether it runs the image of Carillon. */
    boolean isOurs() {
        return image().startsWith("carillon:");
    }

    /** Whether it ends by itself, and is not restarted. */
    boolean endsByItself() {
        return definition.path("restart").asString("").equals("no");
    }

    List<String> command() {
        return texts("command");
    }

    /** The command of the health check, without the leading CMD. */
    List<String> healthCheck() {
        List<String> test = texts(definition.path("healthcheck").path("test"));
        if (test.isEmpty() || !test.get(0).equals("CMD")) {
            throw new AssertionError(name + " has no health check in exec form: " + test);
        }
        return test.subList(1, test.size());
    }

    Map<String, String> environment() {
        Map<String, String> environment = new TreeMap<>();
        definition
                .path("environment")
                .properties()
                .forEach(entry ->
                        environment.put(entry.getKey(), entry.getValue().asString()));
        return environment;
    }

    /** The environment variables of Carillon. */
    Map<String, String> settings() {
        return environment().entrySet().stream()
                .filter(entry -> entry.getKey().startsWith(EnvironmentNames.PREFIX))
                .collect(Collectors.toMap(Map.Entry::getKey, Map.Entry::getValue, (one, other) -> other, TreeMap::new));
    }

    /** The services that it waits for, with the conditions. */
    Map<String, String> dependencies() {
        Map<String, String> dependencies = new TreeMap<>();
        definition
                .path("depends_on")
                .properties()
                .forEach(entry -> dependencies.put(
                        entry.getKey(), entry.getValue().path("condition").asString("")));
        return dependencies;
    }

    int replicas() {
        return definition.path("deploy").path("replicas").asInt(1);
    }

    Duration gracePeriod() {
        return DurationText.parse(definition.path("stop_grace_period").asString("10s"))
                .orElseThrow();
    }

    List<String> texts(String key) {
        return texts(definition.path(key));
    }

    private static List<String> texts(JsonNode list) {
        return list.valueStream().map(JsonNode::asString).toList();
    }
}
