package dev.carillon.standalone.look;

import dev.carillon.client.ExecutionStatus;
import dev.carillon.client.RecordLog;
import dev.carillon.client.StatusFold;
import dev.carillon.client.StoredRecord;
import dev.carillon.schemas.key.ExecutionKey;
import dev.carillon.schemas.key.Murmur2;
import dev.carillon.schemas.key.RecordPosition;
import dev.carillon.schemas.record.Priority;
import dev.carillon.schemas.topic.TopicNames;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** Gathers the records of one execution: at its home, from its instant on, and wherever its retries were released. */
public final class ExecutionLook {
    /** Clocks of submitters and brokers may differ by this much. */
    private static final Duration BETWEEN_CLOCKS = Duration.ofMinutes(1);
    /** More than an execution with the most retries has. */
    private static final int MOST = 10_000;

    private final Pass pass;
    private final RecordLog log;
    private final TopicNames names;
    private final Instant now;
    private final Set<String> topics;

    public ExecutionLook(Pass pass, TopicNames names, Instant now) {
        this.pass = pass;
        this.log = pass.log();
        this.names = names;
        this.now = now;
        this.topics = log.topics();
    }

    /** What became of it; empty if no record tells. */
    public Optional<ExecutionStatus> status(ExecutionKey key) {
        Instant execTime = key.execTime().instant();
        Optional<ExecutionStatus> found = execTime.isAfter(now)
                ? Optional.empty()
                : StatusFold.of(key, read(key, execTime.minus(BETWEEN_CLOCKS)), names, now);
        // A key that somebody chose may be older than its instant says.
        return found.isPresent() ? found : StatusFold.of(key, read(key, Instant.EPOCH), names, now);
    }

    private List<StoredRecord> read(ExecutionKey key, Instant since) {
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
            // A retry lies as many partitions further as there were attempts.
            addAll(names.released(queue), since, from);
        }
        List.of(names.delayed(), names.results(), names.outcomes()).forEach(topic -> addHome(topic, key, since, from));
        addEvents(key, since, from);
        addAll(names.control(), since, from);
        List<StoredRecord> found = new ArrayList<>();
        from.forEach((topic, starts) -> pass.until(topic, starts, record -> {
            if (speaksOf(key, record)) {
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

    /** Workers leave it to their producer where an event goes; the collector sends it home. */
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

    /** By its key or, for a hand-made task, by the place that gave it its key. */
    private boolean speaksOf(ExecutionKey key, StoredRecord record) {
        if (record.keyText().equals(key.toString())) {
            return true;
        }
        RecordPosition own = key.execTime().position();
        return own != null && own.equals(names.position(record.topic(), record.partition(), record.offset()));
    }
}
