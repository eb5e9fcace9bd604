package dev.carillon.client.schedule;

import dev.carillon.client.log.RecordLog;
import dev.carillon.kit.record.HeaderList;
import dev.carillon.kit.record.OutgoingRecord;
import dev.carillon.schemas.codec.Kind;
import dev.carillon.schemas.json.RawJson;
import dev.carillon.schemas.key.Murmur2;
import dev.carillon.schemas.topic.TopicNames;
import dev.carillon.schemas.trigger.AuditEntry;
import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Writes an entry to {@code audit} before each change of one person or program, so that no change lacks its entry. If
 * the change then fails, its entry stays.
 */
public final class AuditTrail {
    /** The author of changes made through this library, which does not know the user of the calling program. */
    public static final String PROGRAM = "client";

    /** Leaves room for the other fields of an entry, which is limited to 1 MB. */
    private static final int BOTH_AT_MOST = 950_000;

    private final RecordLog log;
    private final String topic;
    private final Clock clock;
    private final @Nullable String by;

    /**
     * Creates the trail of one author.
     *
     * @param by the person or program; null if unknown
     */
    public AuditTrail(RecordLog log, TopicNames names, Clock clock, @Nullable String by) {
        this.log = log;
        this.topic = names.audit();
        this.clock = clock;
        this.by = by;
    }

    static AuditTrail ofProgram(RecordLog log, TopicNames names, Clock clock) {
        return new AuditTrail(log, names, clock, PROGRAM);
    }

    void note(
            String action, String subject, @Nullable String reason, @Nullable RawJson before, @Nullable RawJson after) {
        log.append(entry(action, subject, reason, before, after));
    }

    /** The record of an entry, to be written before the change. */
    OutgoingRecord entry(
            String action, String subject, @Nullable String reason, @Nullable RawJson before, @Nullable RawJson after) {
        boolean fits = before == null || after == null || before.length() + after.length() <= BOTH_AT_MOST;
        // Without room for both, before is left out: the previous entry has it as its after.
        AuditEntry entry =
                new AuditEntry(subject, action, clock.instant(), by, reason, fits ? before : null, after, Map.of());
        byte[] key = subject.getBytes(StandardCharsets.UTF_8);
        return new OutgoingRecord(
                topic,
                Murmur2.partition(key, log.partitions(topic)),
                key,
                Kind.AUDIT_ENTRY.encode(entry),
                HeaderList.none());
    }
}
