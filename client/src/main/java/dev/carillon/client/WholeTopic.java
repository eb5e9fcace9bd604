package dev.carillon.client;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Consumer;

/** Reads from given positions to the ends that the topic has now. */
public final class WholeTopic {
    private static final Duration POLL = Duration.ofMillis(500);
    /** A partition that gives nothing for this many polls is stuck behind somebody's open transaction. */
    private static final int SILENT_POLLS = 20;

    private WholeTopic() {}

    public static void read(RecordLog log, String topic, Map<Integer, Long> from, Consumer<StoredRecord> each) {
        Map<Integer, Long> ends = log.ends(topic);
        Map<Integer, Long> pending = new TreeMap<>(from);
        pending.entrySet().removeIf(at -> at.getValue() >= ends.getOrDefault(at.getKey(), 0L));
        if (pending.isEmpty()) {
            return;
        }
        try (Reading reading = log.read(topic, pending)) {
            int silent = 0;
            while (!reached(reading.positions(), ends)) {
                List<StoredRecord> found = reading.next(POLL);
                found.stream()
                        .filter(record -> record.offset() < ends.getOrDefault(record.partition(), 0L))
                        .forEach(each);
                silent = found.isEmpty() ? silent + 1 : 0;
                if (silent > SILENT_POLLS) {
                    throw new ClientException(
                            ClientProblem.KAFKA_REFUSED,
                            "reading " + topic + " stands still before its end; look at the brokers");
                }
            }
        }
    }

    /** Positions are compared, not offsets of records: the last entry of a partition may be one nobody gets to see. */
    private static boolean reached(Map<Integer, Long> positions, Map<Integer, Long> ends) {
        return positions.entrySet().stream().allMatch(at -> at.getValue() >= ends.getOrDefault(at.getKey(), 0L));
    }
}
