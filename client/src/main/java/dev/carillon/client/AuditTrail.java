package dev.carillon.client;

import dev.carillon.schemas.codec.Kind;
import dev.carillon.schemas.json.RawJson;
import dev.carillon.schemas.key.Murmur2;
import dev.carillon.schemas.record.AuditEntry;
import dev.carillon.schemas.topic.TopicNames;
import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What one person or program changes, noted in {@code audit} before it is done: so nothing is changed without an entry.
 * An entry whose change then fails stays, and says what was tried.
 */
public final class AuditTrail {
    /** As the console calls itself; who sits behind a program only that program knows. */
    static final String PROGRAM = "client";

    /** An entry holds as much with all that stands around before and after. */
    private static final int BOTH_AT_MOST = 950_000;

    private final RecordLog log;
    private final String topic;
    private final Clock clock;
    private final @Nullable String by;

    /**
     * A trail that has noted nothing yet.
     *
     * @param by who, where anybody knows
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
    NewRecord entry(
            String action, String subject, @Nullable String reason, @Nullable RawJson before, @Nullable RawJson after) {
        boolean fits = before == null || after == null || before.length() + after.length() <= BOTH_AT_MOST;
        // What was before a change of something huge stands as the after of the entry before this one.
        AuditEntry entry =
                new AuditEntry(subject, action, clock.instant(), by, reason, fits ? before : null, after, Map.of());
        byte[] key = subject.getBytes(StandardCharsets.UTF_8);
        return new NewRecord(
                topic, Murmur2.partition(key, log.partitions(topic)), key, Kind.AUDIT_ENTRY.encode(entry), Map.of());
    }
}
