package dev.carillon.console.history.fold;

import dev.carillon.schemas.topic.Lane;
import dev.carillon.schemas.topic.TopicNames;
import dev.carillon.schemas.work.Priority;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/** The kinds of topics that the history reads, in the order in which an execution usually passes through them. */
public enum HistoryTopic {
    SCHEDULES(0),
    CONTROL(1),
    WORKERS(2),
    DELAYED(3),
    TASKS_LOW(4),
    TASKS_NORMAL(5),
    TASKS_HIGH(6),
    TASKS_URGENT(7),
    RELEASED(8),
    EVENTS(9),
    LOGS(10),
    RESULTS(11),
    OUTCOMES(12),
    DEAD_LETTERS(13),
    AUDIT(14);

    /** Stored in rows: once a number is in use its meaning must not change. */
    private final int number;

    HistoryTopic(int number) {
        this.number = number;
    }

    int number() {
        return number;
    }

    /** The kind of a topic; empty if the history does not read it. */
    public static Optional<HistoryTopic> of(String topic, TopicNames names) {
        Lane lane = names.lane(topic);
        if (lane != null) {
            return Optional.of(ofPriority(lane.priority()));
        }
        if (!names.queues(List.of(topic)).isEmpty()) {
            return Optional.of(RELEASED);
        }
        return Arrays.stream(values())
                .filter(source -> topic.equals(source.single(names)))
                .findFirst();
    }

    private static HistoryTopic ofPriority(Priority priority) {
        return switch (priority) {
            case URGENT -> TASKS_URGENT;
            case HIGH -> TASKS_HIGH;
            case NORMAL -> TASKS_NORMAL;
            case LOW -> TASKS_LOW;
        };
    }

    private String single(TopicNames names) {
        return switch (this) {
            case SCHEDULES -> names.schedules();
            case CONTROL -> names.control();
            case WORKERS -> names.workers();
            case DELAYED -> names.delayed();
            case EVENTS -> names.events();
            case LOGS -> names.logs();
            case RESULTS -> names.results();
            case OUTCOMES -> names.outcomes();
            case DEAD_LETTERS -> names.deadLetters();
            case AUDIT -> names.audit();
            case TASKS_LOW, TASKS_NORMAL, TASKS_HIGH, TASKS_URGENT, RELEASED -> "";
        };
    }

    /** Whether its topics hold tasks to be run now. */
    boolean isQueue() {
        return switch (this) {
            case TASKS_LOW, TASKS_NORMAL, TASKS_HIGH, TASKS_URGENT, RELEASED -> true;
            default -> false;
        };
    }
}
