package dev.carillon.client.event;

import dev.carillon.schemas.record.EventType;
import dev.carillon.schemas.topic.TopicNames;
import java.util.ArrayList;
import java.util.Collection;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** Which topics an event type comes from: what follows from a task, result or outcome is not written to events too. */
public final class EventSources {
    private static final Set<EventSource> WRITTEN = EnumSet.of(EventSource.EVENTS);

    private static final Map<EventType, Set<EventSource>> DERIVED = new EnumMap<>(Map.of(
            EventType.SUBMITTED, EnumSet.of(EventSource.TASKS, EventSource.DELAYED),
            EventType.SCHEDULED, EnumSet.of(EventSource.TASKS, EventSource.DELAYED),
            EventType.RETRYING, EnumSet.of(EventSource.RESULTS, EventSource.RELEASED),
            EventType.COMPLETED, EnumSet.of(EventSource.OUTCOMES),
            EventType.FAILED, EnumSet.of(EventSource.OUTCOMES),
            EventType.CANCELLED, EnumSet.of(EventSource.OUTCOMES),
            EventType.EXPIRED, EnumSet.of(EventSource.OUTCOMES),
            EventType.SKIPPED, EnumSet.of(EventSource.OUTCOMES),
            EventType.DEAD, EnumSet.of(EventSource.DEAD_LETTERS)));

    private static final Map<EventType, String> NOT_EMITTED =
            new EnumMap<>(Map.of(EventType.UNSERVED, "no component detects tasks of an unserved type yet"));

    private EventSources() {}

    /** Whether events of the type are derived from tasks, results, outcomes or dead letters. */
    public static boolean isDerived(EventType type) {
        return DERIVED.containsKey(type);
    }

    /** Why no component emits the type yet; empty for a type that is emitted. */
    public static Optional<String> whyNotEmitted(EventType type) {
        return Optional.ofNullable(NOT_EMITTED.get(type));
    }

    static Set<EventSource> sources(Collection<EventType> types) {
        Set<EventSource> sources = EnumSet.noneOf(EventSource.class);
        types.forEach(type -> sources.addAll(DERIVED.getOrDefault(type, WRITTEN)));
        return sources;
    }

    /** The topics that are read for the types, among those that exist. */
    public static List<String> topics(Collection<EventType> types, TopicNames names, Collection<String> existing) {
        List<String> topics = new ArrayList<>();
        Set<EventSource> sources = sources(types);
        for (String topic : existing) {
            if (sourceOf(topic, names).filter(sources::contains).isPresent()) {
                topics.add(topic);
            }
        }
        return topics;
    }

    public static Optional<EventSource> sourceOf(String topic, TopicNames names) {
        if (names.lane(topic) != null) {
            return Optional.of(EventSource.TASKS);
        }
        if (!names.queues(List.of(topic)).isEmpty()) {
            return Optional.of(EventSource.RELEASED);
        }
        return Optional.ofNullable(Map.of(
                        names.events(), EventSource.EVENTS,
                        names.delayed(), EventSource.DELAYED,
                        names.results(), EventSource.RESULTS,
                        names.outcomes(), EventSource.OUTCOMES,
                        names.deadLetters(), EventSource.DEAD_LETTERS)
                .get(topic));
    }
}
