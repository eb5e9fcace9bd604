package dev.carillon.schemas.topic;

import dev.carillon.schemas.error.ContractException;
import dev.carillon.schemas.error.ErrorCode;
import dev.carillon.schemas.key.QueueName;
import dev.carillon.schemas.key.RecordPosition;
import dev.carillon.schemas.work.Priority;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** The names of the topics of one namespace, and the meaning of a name. */
public record TopicNames(String namespace) {
    public static final String DEFAULT_NAMESPACE = "carillon";
    /** Leaves room for the longest topic name: Kafka allows 249 characters. */
    private static final Pattern NAMESPACE = Pattern.compile("[a-z0-9]([a-z0-9._-]{0,78}[a-z0-9])?");

    public TopicNames {
        if (!NAMESPACE.matcher(namespace).matches()) {
            throw new ContractException(
                    ErrorCode.BAD_NAMESPACE,
                    "namespace",
                    ContractException.shown(namespace) + " is not a namespace",
                    "use 1 to 80 of a-z, 0-9, dot, underscore and hyphen, with a letter or digit at both ends");
        }
    }

    public String schedules() {
        return of("schedules");
    }

    public String calendars() {
        return of("calendars");
    }

    public String settings() {
        return of("settings");
    }

    public String control() {
        return of("control");
    }

    public String workers() {
        return of("workers");
    }

    public String triggerState() {
        return of("trigger-state");
    }

    public String tasks(String queue, Priority priority) {
        return of("tasks." + new Lane(queue, priority));
    }

    public String released(String queue) {
        return of("released." + queue);
    }

    public String delayed() {
        return of("delayed");
    }

    public String results() {
        return of("results");
    }

    public String outcomes() {
        return of("outcomes");
    }

    public String events() {
        return of("events");
    }

    public String logs() {
        return of("logs");
    }

    public String deadLetters() {
        return of("dead-letters");
    }

    public String audit() {
        return of("audit");
    }

    /** The five topics that a queue's workers read, most urgent first, then the released ones. */
    public List<String> ofQueue(String queue) {
        List<String> topics = new ArrayList<>();
        for (Priority priority : Priority.values()) {
            topics.add(tasks(queue, priority));
        }
        topics.add(released(queue));
        return topics;
    }

    /** The lane of a task topic, or null if the topic is no task topic of this namespace. */
    public @Nullable Lane lane(String topic) {
        String prefix = of("tasks.");
        int dot = topic.lastIndexOf('.');
        if (!topic.startsWith(prefix)
                || dot < prefix.length()
                || !QueueName.allows(topic.substring(prefix.length(), dot))) {
            return null;
        }
        for (Priority priority : Priority.values()) {
            Lane lane = new Lane(topic.substring(prefix.length(), dot), priority);
            if (topic.equals(of("tasks." + lane))) {
                return lane;
            }
        }
        return null;
    }

    /**
     * The position of a record, for the key of a task without execTime; null in a topic that takes no such tasks:
     * {@code default.normal-3-17} in a task topic, {@code delayed-3-17} in the delayed one.
     */
    public @Nullable RecordPosition position(String topic, int partition, long offset) {
        if (topic.equals(delayed())) {
            return new RecordPosition(RecordPosition.DELAYED, partition, offset);
        }
        Lane lane = lane(topic);
        return lane == null ? null : new RecordPosition(lane.toString(), partition, offset);
    }

    /** The queues among a broker's topics: those that have a released topic. */
    public List<String> queues(Iterable<String> topics) {
        String prefix = of("released.");
        List<String> queues = new ArrayList<>();
        for (String topic : topics) {
            if (topic.startsWith(prefix) && QueueName.allows(topic.substring(prefix.length()))) {
                queues.add(topic.substring(prefix.length()));
            }
        }
        return queues;
    }

    /**
     * The queues among a broker's topics, known queues that still have any topic, and the default queue: tasks of a
     * queue that lost a topic have to wait, and are not refused as of an unknown queue.
     */
    public Set<String> queues(Set<String> topics, Set<String> before) {
        Set<String> queues = new TreeSet<>(queues(topics));
        before.stream()
                .filter(queue -> ofQueue(queue).stream().anyMatch(topics::contains))
                .forEach(queues::add);
        queues.add(QueueName.DEFAULT);
        return queues;
    }

    private String of(String name) {
        return namespace + "." + name;
    }
}
