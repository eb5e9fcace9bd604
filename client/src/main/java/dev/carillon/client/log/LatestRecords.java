package dev.carillon.client.log;

import dev.carillon.kit.record.ReceivedRecord;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Predicate;

/** The last few records of a topic, in the order of their append times. */
public final class LatestRecords {
    private static final Comparator<ReceivedRecord> BY_TIME = Comparator.comparing(ReceivedRecord::appended)
            .thenComparingInt(ReceivedRecord::partition)
            .thenComparingLong(ReceivedRecord::offset);

    private LatestRecords() {}

    /** Reads from further and further back in each partition, until enough wanted records are found. */
    public static List<ReceivedRecord> of(
            RecordLog log, String topic, Map<Integer, Long> ends, int count, Predicate<ReceivedRecord> wanted) {
        if (count == 0) {
            return List.of();
        }
        Map<Integer, Long> starts = log.starts(topic);
        long back = Math.max(16, 2L * count);
        while (true) {
            Map<Integer, Long> from = new TreeMap<>();
            for (Map.Entry<Integer, Long> end : ends.entrySet()) {
                from.put(end.getKey(), Math.max(starts.getOrDefault(end.getKey(), 0L), end.getValue() - back));
            }
            List<ReceivedRecord> found = new ArrayList<>();
            WholeTopic.read(log, topic, from, record -> {
                if (wanted.test(record) && record.offset() < ends.getOrDefault(record.partition(), 0L)) {
                    found.add(record);
                }
            });
            // Each partition needs enough: one with fewer may hold newer records before the part that was read.
            if (complete(found, from, starts, count)) {
                found.sort(BY_TIME);
                return found.subList(Math.max(0, found.size() - count), found.size());
            }
            back *= 8;
        }
    }

    private static boolean complete(
            List<ReceivedRecord> found, Map<Integer, Long> from, Map<Integer, Long> starts, int count) {
        return from.entrySet().stream()
                .allMatch(at -> at.getValue() <= starts.getOrDefault(at.getKey(), 0L)
                        || found.stream()
                                        .filter(record -> record.partition() == at.getKey())
                                        .count()
                                >= count);
    }
}
