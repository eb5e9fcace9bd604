package dev.carillon.collector.streams;

import dev.carillon.collector.partition.PartitionCounts;
import dev.carillon.collector.partition.PartitionProcessor;
import dev.carillon.schemas.header.Headers;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.ConsumerRecords;
import org.apache.kafka.common.TopicPartition;

/** State that the partitions of one Streams thread share with each other and with its consumer. */
final class StreamsThreadShare {
    private final String results;
    private final PartitionCounts counts;
    private final CommitPace pace;
    private final Map<Integer, PartitionProcessor> processors = new HashMap<>();
    private final Map<Integer, Long> dueTimes = new HashMap<>();

    StreamsThreadShare(String results, PartitionCounts counts, Duration commitInterval) {
        this.results = results;
        this.counts = counts;
        this.pace = new CommitPace(commitInterval);
    }

    static boolean isSettled(org.apache.kafka.common.header.Headers headers) {
        return headers.lastHeader(Headers.SETTLED) != null;
    }

    CommitPace pace() {
        return pace;
    }

    void opened(int partition, PartitionProcessor processor) {
        processors.put(partition, processor);
    }

    void closed(int partition, PartitionProcessor processor) {
        if (processors.remove(partition, processor)) {
            dueTimes.remove(partition);
        }
    }

    /** The partition has no work of its own before this time, in milliseconds. */
    void dueAt(int partition, long time) {
        dueTimes.put(partition, time);
    }

    /** How long the consumer may wait for records: until a partition has work of its own. */
    Duration mayWait(Duration atMost, long now) {
        long wait = atMost.toMillis();
        for (long due : dueTimes.values()) {
            wait = Math.min(wait, Math.max(0, due - now));
        }
        return Duration.ofMillis(wait);
    }

    /**
     * Drops settled results that change nothing: most records of a busy system, for each of which Streams takes
     * microseconds. The last record of a partition is kept in any case, so that the position behind it gets committed.
     */
    ConsumerRecords<byte[], byte[]> withoutSettled(ConsumerRecords<byte[], byte[]> fetched) {
        if (fetched.isEmpty()) {
            return fetched;
        }
        Map<TopicPartition, List<ConsumerRecord<byte[], byte[]>>> kept = new LinkedHashMap<>();
        for (TopicPartition source : fetched.partitions()) {
            List<ConsumerRecord<byte[], byte[]>> records = fetched.records(source);
            PartitionProcessor processor = processors.get(source.partition());
            kept.put(
                    source,
                    processor == null ? records : kept(records, source.topic().equals(results), processor));
        }
        return new ConsumerRecords<>(kept, fetched.nextOffsets());
    }

    private List<ConsumerRecord<byte[], byte[]>> kept(
            List<ConsumerRecord<byte[], byte[]>> records, boolean areResults, PartitionProcessor processor) {
        List<ConsumerRecord<byte[], byte[]>> kept = new ArrayList<>();
        int last = records.size() - 1;
        for (int i = 0; i <= last; i++) {
            ConsumerRecord<byte[], byte[]> record = records.get(i);
            boolean drop =
                    i < last && areResults && isSettled(record.headers()) && !processor.needsSettled(record.key());
            if (!drop) {
                processor.fetched(record.key());
                kept.add(record);
            }
        }
        counts.settled(records.size() - kept.size());
        return kept;
    }
}
