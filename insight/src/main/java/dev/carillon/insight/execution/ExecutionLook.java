package dev.carillon.insight.execution;

import dev.carillon.client.log.RecordLog;
import dev.carillon.client.status.ExecutionStatus;
import dev.carillon.client.status.StatusFold;
import dev.carillon.insight.topic.TopicScan;
import dev.carillon.kit.record.ReceivedRecord;
import dev.carillon.schemas.key.ExecutionKey;
import dev.carillon.schemas.key.Murmur2;
import dev.carillon.schemas.key.RecordPosition;
import dev.carillon.schemas.state.AgreedDurations;
import dev.carillon.schemas.topic.TopicNames;
import dev.carillon.schemas.work.Priority;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** Reads the records of one execution: in its home partition, and in each partition where its retries may be. */
public final class ExecutionLook {
    /** More records than an execution with the most retries has. */
    private static final int MOST = 10_000;

    private final TopicScan scan;
    private final RecordLog log;
    private final TopicNames names;
    private final Instant now;
    private final Set<String> topics;

    public ExecutionLook(TopicScan scan, TopicNames names, Instant now) {
        this.scan = scan;
        this.log = scan.log();
        this.names = names;
        this.now = now;
        this.topics = log.topics();
    }

    /** The status of the execution; empty if no record of it is found. */
    public Optional<ExecutionStatus> status(ExecutionKey key) {
        Instant execTime = key.execTime().instant();
        Optional<ExecutionStatus> found = execTime.isAfter(now)
                ? Optional.empty()
                : StatusFold.of(key, read(key, execTime.minus(AgreedDurations.SUBMITTER_SKEW)), names, now);
        // The caller may have chosen a key whose instant is later than its records.
        return found.isPresent() ? found : StatusFold.of(key, read(key, Instant.EPOCH), names, now);
    }

    private List<ReceivedRecord> read(ExecutionKey key, Instant since) {
        Map<String, Map<Integer, Long>> from = new HashMap<>();
        for (String queue : names.queues(topics)) {
            for (Priority priority : Priority.values()) {
                String lane = names.tasks(queue, priority);
                if (key.mayBeRouted()) {
                    addAll(lane, since, from);
                } else {
                    addHome(lane, key, since, from);
                }
            }
            // Each attempt is released one partition further, so all are read.
            addAll(names.released(queue), since, from);
        }
        List.of(names.delayed(), names.results(), names.outcomes()).forEach(topic -> addHome(topic, key, since, from));
        addEvents(key, since, from);
        addAll(names.control(), since, from);
        List<ReceivedRecord> found = new ArrayList<>();
        from.forEach((topic, starts) -> scan.until(topic, starts, record -> {
            if (belongsTo(key, record)) {
                found.add(record);
            }
            return found.size() >= MOST;
        }));
        return found;
    }

    private void addHome(String topic, ExecutionKey key, Instant since, Map<String, Map<Integer, Long>> from) {
        if (topics.contains(topic)) {
            add(topic, since, Set.of(key.home(log.partitions(topic))), from);
        }
    }

    /** Workers let the producer choose the partition of an event; the collector writes to the home partition. */
    private void addEvents(ExecutionKey key, Instant since, Map<String, Map<Integer, Long>> from) {
        if (topics.contains(names.events())) {
            int partitions = log.partitions(names.events());
            Set<Integer> numbers = new HashSet<>();
            numbers.add(key.home(partitions));
            numbers.add(Murmur2.partition(key.bytes(), partitions));
            add(names.events(), since, numbers, from);
        }
    }

    private void addAll(String topic, Instant since, Map<String, Map<Integer, Long>> from) {
        if (topics.contains(topic)) {
            add(topic, since, log.starts(topic).keySet(), from);
        }
    }

    private void add(String topic, Instant since, Set<Integer> numbers, Map<String, Map<Integer, Long>> from) {
        Map<Integer, Long> starts = since.equals(Instant.EPOCH) ? log.starts(topic) : log.since(topic, since);
        starts.forEach((number, start) -> {
            if (numbers.contains(number)) {
                from.computeIfAbsent(topic, name -> new HashMap<>()).put(number, start);
            }
        });
    }

    /** Compares keys or, for a hand-written task, the record position that its key is made of. */
    private boolean belongsTo(ExecutionKey key, ReceivedRecord record) {
        if (record.keyText().equals(key.toString())) {
            return true;
        }
        RecordPosition own = key.execTime().position();
        return own != null && own.equals(names.position(record.topic(), record.partition(), record.offset()));
    }
}
