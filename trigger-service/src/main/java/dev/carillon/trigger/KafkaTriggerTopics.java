package dev.carillon.trigger;

import dev.carillon.kit.kafka.topic.TopicNeeds;
import dev.carillon.schemas.topic.TopicNames;
import dev.carillon.trigger.dispatch.KafkaTopicEnds;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;

/** The topics that have to exist while a trigger works, and what to do if one is missing. */
final class KafkaTriggerTopics implements Function<Set<String>, TopicNeeds> {
    private final TopicNames names;
    private volatile Set<String> queuesKnown = Set.of();

    KafkaTriggerTopics(TopicNames names) {
        this.names = names;
    }

    @Override
    public TopicNeeds apply(Set<String> there) {
        queuesKnown = names.queues(there, queuesKnown);
        List<String> present = new ArrayList<>(List.of(
                names.schedules(),
                names.calendars(),
                names.control(),
                names.workers(),
                names.settings(),
                names.triggerState(),
                names.results(),
                names.outcomes(),
                names.delayed(),
                names.events(),
                names.deadLetters()));
        List<String> ofQueues = queuesKnown.stream()
                .flatMap(queue -> names.ofQueue(queue).stream())
                .toList();
        present.addAll(ofQueues);
        Map<String, String> fixes = new HashMap<>();
        List<String> together = List.of(names.schedules(), names.calendars(), names.control(), names.triggerState());
        together.forEach(topic -> fixes.put(topic, KafkaTopicEnds.FIX));
        return new TopicNeeds(
                present, List.of(names.results(), names.outcomes(), names.delayed()), ofQueues, together, fixes);
    }
}
