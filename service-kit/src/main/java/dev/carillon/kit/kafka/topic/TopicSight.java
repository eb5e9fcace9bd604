package dev.carillon.kit.kafka.topic;

import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Function;

/** Reads a role's topics and compares them with those that the role was started on. */
final class TopicSight {
    private final TopicLook look;
    private final Function<Set<String>, TopicNeeds> needs;
    /** The topics that the role was started on last. */
    private volatile Map<String, SeenTopic> startedOn = Map.of();

    TopicSight(TopicLook look, Function<Set<String>, TopicNeeds> needs) {
        this.look = look;
        this.needs = needs;
    }

    /** The current topics, and why the role may not work on them. */
    record Seen(Map<String, SeenTopic> topics, Optional<TopicTrouble> trouble) {}

    Seen see() throws Exception {
        Set<String> there = look.names();
        TopicNeeds needed = needs.apply(there);
        Set<String> wanted = new TreeSet<>(needed.present());
        wanted.addAll(needed.equal());
        wanted.addAll(needed.atLeast());
        wanted.retainAll(there);
        Map<String, SeenTopic> topics = look.see(wanted);
        return new Seen(topics, needed.judge(topics, startedOn));
    }

    void started(Seen on) {
        startedOn = on.topics();
    }

    /** Whether a topic that the role was started on has changed or was created again; later topics don't count. */
    boolean isAnother(Seen now) {
        return now.topics().entrySet().stream().anyMatch(topic -> {
            SeenTopic was = startedOn.get(topic.getKey());
            return was != null && !was.equals(topic.getValue());
        });
    }

    void close() {
        look.close();
    }
}
