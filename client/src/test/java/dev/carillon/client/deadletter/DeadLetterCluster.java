package dev.carillon.client.deadletter;

import static dev.carillon.client.MemoryCluster.NAMES;
import static dev.carillon.client.MemoryCluster.NOW;
import static dev.carillon.client.TestRecords.bytes;
import static dev.carillon.client.TestRecords.outgoing;

import dev.carillon.client.MemoryRecordLog;
import dev.carillon.kit.record.ReceivedRecord;
import dev.carillon.kit.time.ManualClock;
import dev.carillon.schemas.codec.Kind;
import dev.carillon.schemas.header.Headers;
import dev.carillon.schemas.json.RawJson;
import dev.carillon.schemas.key.ExecutionKey;
import dev.carillon.schemas.key.FreshKeys;
import dev.carillon.schemas.record.Task;
import dev.carillon.schemas.topic.TopicCatalogue;
import dev.carillon.schemas.trigger.AuditEntry;
import dev.carillon.schemas.work.Origin;
import dev.carillon.schemas.work.Priority;
import dev.carillon.schemas.work.Work;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.jspecify.annotations.Nullable;

/** Topics in memory with dead letters, and clients that replay or drop them. */
final class DeadLetterCluster {
    static final Instant TICK = Instant.parse("2026-11-18T05:00:00Z");
    private static final String TASKS = NAMES.tasks("default", Priority.NORMAL);

    final ManualClock clock = new ManualClock(NOW);
    final MemoryRecordLog log = new MemoryRecordLog(clock);
    final DeadLetterStore store = new DeadLetterStore(log, NAMES);
    private final FreshKeys keys = new FreshKeys(clock, new Random(1));

    DeadLetterCluster() {
        new TopicCatalogue(NAMES, 3)
                .all(List.of("default"))
                .forEach(topic -> log.create(topic.name(), topic.partitions()));
    }

    /** Adds the dead letter of an exhausted execution of the task. */
    DeadLetterPosition bury(int partition, String taskId) {
        return bury(partition, taskId, Work.of("http", RawJson.NULL));
    }

    DeadLetterPosition bury(int partition, String taskId, Work work) {
        ExecutionKey key = ExecutionKey.of(taskId, TICK);
        return put(partition, key.toString(), Kind.TASK.encode(Task.first(key, Origin.TICK, work)), "EXHAUSTED");
    }

    DeadLetterPosition put(int partition, String key, byte @Nullable [] value, String cause) {
        Map<String, String> headers =
                Map.of(Headers.CAUSE, cause, Headers.CAUSE_MESSAGE, "it failed", Headers.ORIGIN_TOPIC, NAMES.results());
        return new DeadLetterPosition(
                partition, log.put(outgoing(NAMES.deadLetters(), partition, key, value, headers)));
    }

    /** An entry of another program in the audit. */
    void note(String subject, String action, @Nullable String before, @Nullable String after) {
        AuditEntry entry = new AuditEntry(
                subject,
                action,
                clock.instant(),
                "someone",
                null,
                before == null ? null : RawJson.parse(before),
                after == null ? null : RawJson.parse(after),
                Map.of());
        log.put(outgoing(NAMES.audit(), 0, subject, Kind.AUDIT_ENTRY.encode(entry)));
    }

    void putIntoAudit(String value) {
        log.put(outgoing(NAMES.audit(), 0, "x", bytes(value)));
    }

    DeadLetterReplay by(String author, @Nullable String reason, boolean again) {
        ReplayRule rule = new ReplayRule(NAMES, List.of("default"));
        return new DeadLetterReplay(
                log, NAMES, clock, keys, rule, new DeadLetterReplay.Signature(author, reason, again));
    }

    List<ReplayResult> replay(DeadLetterReplay by, Collection<DeadLetterPosition> positions) {
        List<ReplayResult> results = new ArrayList<>();
        by.replay(positions, new MemoryAtomicWriter(log), results::add);
        return results;
    }

    List<ReplayResult> drop(DeadLetterReplay by, Collection<DeadLetterPosition> positions) {
        List<ReplayResult> results = new ArrayList<>();
        by.drop(positions, new MemoryAtomicWriter(log), results::add);
        return results;
    }

    List<ReplayResult> preview(DeadLetterReplay by, Collection<DeadLetterPosition> positions) {
        List<ReplayResult> results = new ArrayList<>();
        by.preview(positions, results::add);
        return results;
    }

    /** The tasks that replays have written. */
    List<ReceivedRecord> tasks() {
        return log.all(TASKS);
    }

    List<AuditEntry> audit() {
        return log.all(NAMES.audit()).stream()
                .flatMap(record -> record.read(Kind.AUDIT_ENTRY::ifReadable).stream())
                .toList();
    }
}
