package dev.carillon.client.log;

import dev.carillon.client.problem.ClientException;
import dev.carillon.client.problem.ClientProblem;
import dev.carillon.kit.record.ReceivedRecord;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;

/** Reads topics from given positions to their current ends. */
public final class WholeTopic {
    private static final Duration POLL = Duration.ofMillis(500);
    /** After this many empty polls in a row the reader is stuck, most likely behind an open transaction. */
    private static final int MOST_EMPTY_POLLS = 20;

    private WholeTopic() {}

    public static void read(RecordLog log, String topic, Map<Integer, Long> from, Consumer<ReceivedRecord> each) {
        readParts(log, TopicPart.of(topic, from), TopicPart.of(topic, log.ends(topic)), each);
    }

    /** As {@link #read}, over parts of several topics, to the given ends. */
    public static void readParts(
            RecordLog log, Map<TopicPart, Long> from, Map<TopicPart, Long> ends, Consumer<ReceivedRecord> each) {
        Map<TopicPart, Long> pending = new HashMap<>(from);
        pending.entrySet().removeIf(at -> at.getValue() >= ends.getOrDefault(at.getKey(), 0L));
        if (pending.isEmpty()) {
            return;
        }
        try (TopicFeed feed = log.scan(pending)) {
            advance(feed, ends, record -> {
                if (record.offset() < ends.getOrDefault(TopicPart.of(record), 0L)) {
                    each.accept(record);
                }
            });
        }
    }

    /** Reads a feed to the given ends; records after them that came in the same poll are passed on too. */
    static void advance(TopicFeed feed, Map<TopicPart, Long> ends, Consumer<ReceivedRecord> each) {
        int emptyPolls = 0;
        while (!reached(feed.positions(), ends)) {
            List<ReceivedRecord> found = feed.next(POLL);
            found.forEach(each);
            emptyPolls = found.isEmpty() ? emptyPolls + 1 : 0;
            if (emptyPolls > MOST_EMPTY_POLLS) {
                throw new ClientException(
                        ClientProblem.KAFKA_REFUSED,
                        "reading " + feed.positions().keySet().iterator().next().topic()
                                + " has stopped before its end; look for an open transaction or a lost leader with:"
                                + " carillon doctor");
            }
        }
    }

    /** Compares positions, not offsets of records: the last entry of a partition may be a transaction marker. */
    private static boolean reached(Map<TopicPart, Long> positions, Map<TopicPart, Long> ends) {
        return positions.entrySet().stream().allMatch(at -> at.getValue() >= ends.getOrDefault(at.getKey(), 0L));
    }
}
