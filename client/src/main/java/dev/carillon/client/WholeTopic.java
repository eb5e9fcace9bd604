package dev.carillon.client;

import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;

/** Reads from given positions to the ends that the topics have now. */
public final class WholeTopic {
    private static final Duration POLL = Duration.ofMillis(500);
    /** A partition that gives nothing for this many polls is stuck behind somebody's open transaction. */
    private static final int SILENT_POLLS = 20;

    private WholeTopic() {}

    public static void read(RecordLog log, String topic, Map<Integer, Long> from, Consumer<StoredRecord> each) {
        readParts(log, TopicPart.of(topic, from), TopicPart.of(topic, log.ends(topic)), each);
    }

    /** As {@link #read}, over parts of several topics, to the given ends. */
    static void readParts(
            RecordLog log, Map<TopicPart, Long> from, Map<TopicPart, Long> ends, Consumer<StoredRecord> each) {
        Map<TopicPart, Long> pending = new HashMap<>(from);
        pending.entrySet().removeIf(at -> at.getValue() >= ends.getOrDefault(at.getKey(), 0L));
        if (pending.isEmpty()) {
            return;
        }
        try (Feed feed = log.scan(pending)) {
            advance(feed, ends, record -> {
                if (record.offset() < ends.getOrDefault(record.part(), 0L)) {
                    each.accept(record);
                }
            });
        }
    }

    /** Reads a feed on to the given ends; what came with the last records from behind them is handed over too. */
    static void advance(Feed feed, Map<TopicPart, Long> ends, Consumer<StoredRecord> each) {
        int silent = 0;
        while (!reached(feed.positions(), ends)) {
            List<StoredRecord> found = feed.next(POLL);
            found.forEach(each);
            silent = found.isEmpty() ? silent + 1 : 0;
            if (silent > SILENT_POLLS) {
                throw new ClientException(
                        ClientProblem.KAFKA_REFUSED,
                        "reading " + feed.positions().keySet().iterator().next().topic()
                                + " stands still before its end; look at the brokers");
            }
        }
    }

    /** Positions are compared, not offsets of records: the last entry of a partition may be one nobody gets to see. */
    private static boolean reached(Map<TopicPart, Long> positions, Map<TopicPart, Long> ends) {
        return positions.entrySet().stream().allMatch(at -> at.getValue() >= ends.getOrDefault(at.getKey(), 0L));
    }
}
