package dev.carillon.kit.kafka.topic;

import dev.carillon.kit.errors.KitErrorCode;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The topics that a role needs in order to work.
 *
 * @param present topics that have to exist
 * @param equal topics that need equal numbers of partitions, if they exist; the first one gives the number
 * @param atLeast topics with at least that number of partitions
 * @param together topics that refer to each other: all or none of them may be created again
 * @param fixes what to do about the loss of a topic that can't simply be created again, by topic
 */
public record TopicNeeds(
        List<String> present,
        List<String> equal,
        List<String> atLeast,
        List<String> together,
        Map<String, String> fixes) {
    private static final int MOST_NAMED = 6;
    private static final String MAKE = "Create it with: carillon topics create";
    private static final String READ_ON = " (docs/operations-topics.md)";

    /**
     * Why a role with these needs may not work on these topics; empty when it may.
     *
     * @param before the topics it worked on before; empty at its start
     */
    public Optional<TopicTrouble> judge(Map<String, SeenTopic> seen, Map<String, SeenTopic> before) {
        List<String> missing =
                present.stream().filter(topic -> !seen.containsKey(topic)).toList();
        return missing.isEmpty() ? uneven(seen).or(() -> partlyRecreated(seen, before)) : Optional.of(missing(missing));
    }

    private Optional<TopicTrouble> partlyRecreated(Map<String, SeenTopic> seen, Map<String, SeenTopic> before) {
        List<String> recreated = together.stream()
                .filter(topic -> {
                    SeenTopic was = before.get(topic);
                    SeenTopic is = seen.get(topic);
                    return was != null && is != null && !was.id().equals(is.id());
                })
                .toList();
        return recreated.isEmpty() || recreated.size() == together.size()
                ? Optional.empty()
                : Optional.of(new TopicTrouble(
                        KitErrorCode.TOPIC_MADE_ANEW,
                        String.join(", ", recreated) + (recreated.size() == 1 ? " was" : " were")
                                + " deleted and created again. "
                                + fixes.getOrDefault(recreated.get(0), MAKE) + READ_ON));
    }

    private TopicTrouble missing(List<String> missing) {
        String fix = missing.stream()
                .map(fixes::get)
                .filter(special -> special != null)
                .findFirst()
                .orElse(MAKE);
        String which = missing.size() == 1
                ? "topic " + missing.get(0) + " does not exist"
                : "topics " + named(missing) + " do not exist";
        return new TopicTrouble(KitErrorCode.TOPICS_MISSING, which + ". " + fix + READ_ON);
    }

    private Optional<TopicTrouble> uneven(Map<String, SeenTopic> seen) {
        SeenTopic reference = equal.isEmpty() ? null : seen.get(equal.get(0));
        if (reference == null) {
            return Optional.empty();
        }
        int number = reference.partitions();
        List<String> off = new ArrayList<>();
        for (String topic : equal) {
            SeenTopic found = seen.get(topic);
            if (found != null && found.partitions() != number) {
                off.add(topic + " has " + found.partitions());
            }
        }
        for (String topic : atLeast) {
            SeenTopic found = seen.get(topic);
            if (found != null && found.partitions() < number) {
                off.add(topic + " has " + found.partitions());
            }
        }
        return off.isEmpty()
                ? Optional.empty()
                : Optional.of(new TopicTrouble(
                        KitErrorCode.PARTITIONS_DIFFER,
                        equal.get(0) + " has " + number + " partitions, but " + named(off)
                                + ". Give all of them one number while no execution is open, or delete the topic that"
                                + " was changed and run: carillon topics create" + READ_ON));
    }

    private static String named(List<String> all) {
        String first = String.join(", ", all.subList(0, Math.min(MOST_NAMED, all.size())));
        return all.size() <= MOST_NAMED ? first : first + " and " + (all.size() - MOST_NAMED) + " more";
    }
}
