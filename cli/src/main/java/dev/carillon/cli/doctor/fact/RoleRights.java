package dev.carillon.cli.doctor.fact;

import dev.carillon.schemas.topic.TopicNames;
import dev.carillon.schemas.topic.TopicSpec;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Which role reads and writes which topics; a test compares it with the table in SECURITY.md. */
public final class RoleRights {
    public static final String READ = "READ";
    public static final String WRITE = "WRITE";

    private final TopicNames names;
    private final List<String> tasks;
    private final List<String> released;

    public RoleRights(TopicNames names, List<TopicSpec> wanted) {
        this.names = names;
        this.tasks = wanted.stream()
                .map(TopicSpec::name)
                .filter(name -> names.lane(name) != null)
                .toList();
        this.released = names.queues(wanted.stream().map(TopicSpec::name).toList()).stream()
                .map(names::released)
                .toList();
    }

    /** The operations that each role needs, by topic. */
    public Map<String, Map<String, Set<String>>> all() {
        Map<String, Map<String, Set<String>>> roles = new LinkedHashMap<>();
        Map<String, Set<String>> trigger = needs(
                List.of(
                        names.schedules(),
                        names.calendars(),
                        names.control(),
                        names.outcomes(),
                        names.workers(),
                        names.settings(),
                        names.triggerState()),
                List.of(names.triggerState(), names.results(), names.control(), names.events(), names.deadLetters()));
        add(trigger, tasks, WRITE);
        roles.put("trigger", trigger);

        Map<String, Set<String>> worker = needs(
                List.of(names.control(), names.results()),
                List.of(
                        names.results(),
                        names.outcomes(),
                        names.delayed(),
                        names.events(),
                        names.logs(),
                        names.workers(),
                        names.deadLetters()));
        add(worker, tasks, READ);
        add(worker, released, READ);
        add(worker, tasks, WRITE);
        roles.put("worker", worker);

        Map<String, Set<String>> collector = needs(
                List.of(names.results(), names.delayed(), names.control()),
                List.of(names.outcomes(), names.events(), names.results(), names.delayed(), names.deadLetters()));
        add(collector, released, WRITE);
        roles.put("collector", collector);
        return roles;
    }

    private static Map<String, Set<String>> needs(List<String> read, List<String> written) {
        Map<String, Set<String>> needs = new LinkedHashMap<>();
        add(needs, read, READ);
        add(needs, written, WRITE);
        return needs;
    }

    private static void add(Map<String, Set<String>> needs, List<String> topics, String operation) {
        topics.forEach(topic ->
                needs.computeIfAbsent(topic, first -> new LinkedHashSet<>()).add(operation));
    }
}
