package dev.carillon.system.compose;

import dev.carillon.kit.config.Durations;
import dev.carillon.kit.config.EnvironmentNames;
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

    /** Whether it runs our image. */
    boolean isOurs() {
        return image().startsWith("carillon:");
    }

    /** Whether it does its work and ends, or waits to be called. */
    boolean endsByItself() {
        return definition.path("restart").asString("").equals("no");
    }

    List<String> command() {
        return texts("command");
    }

    /** The health check without its first word, which only says how to run it. */
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

    /** Those variables that are ours. */
    Map<String, String> settings() {
        return environment().entrySet().stream()
                .filter(entry -> entry.getKey().startsWith(EnvironmentNames.PREFIX))
                .collect(Collectors.toMap(Map.Entry::getKey, Map.Entry::getValue, (one, other) -> other, TreeMap::new));
    }

    /** For what it waits: services with their conditions. */
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
        return Durations.parse(definition.path("stop_grace_period").asString("10s"))
                .orElseThrow();
    }

    List<String> texts(String key) {
        return texts(definition.path(key));
    }

    private static List<String> texts(JsonNode list) {
        return list.valueStream().map(JsonNode::asString).toList();
    }
}
