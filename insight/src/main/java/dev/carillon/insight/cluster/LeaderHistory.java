package dev.carillon.insight.cluster;

import dev.carillon.insight.topic.EvidenceRecord;
import dev.carillon.insight.topic.ReadValue;
import dev.carillon.kit.record.ReceivedRecord;
import dev.carillon.schemas.codec.Kind;
import dev.carillon.schemas.error.ContractException;
import dev.carillon.schemas.json.Json;
import dev.carillon.schemas.json.RawJson;
import dev.carillon.schemas.record.Event;
import dev.carillon.schemas.record.EventType;
import dev.carillon.schemas.trigger.Slice;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Follows the leader and the latest slices through the events of the trigger's shard. A trigger announces the end of
 * its term outside the slices, maybe after the next term has begun, so that event ends only its own term.
 */
public final class LeaderHistory {
    private final String shard;
    private final Instant recentSince;
    private @Nullable LeaderTerm leader;
    private @Nullable ReadValue<Slice> lastWithTicks;
    private long recentTicks;
    private long recentSkips;
    private long terms;
    private boolean recentWhole;

    /**
     * Creates an empty history.
     *
     * @param recentSince ticks are counted from here on
     */
    public LeaderHistory(String shard, Instant recentSince) {
        this.shard = shard;
        this.recentSince = recentSince;
    }

    /** Adds the next record of the shard's partition; records with other keys are ignored. */
    public void add(ReceivedRecord record) {
        recentWhole = recentWhole || record.appended().isBefore(recentSince);
        if (!record.keyText().equals(shard)) {
            return;
        }
        record.read(Kind.EVENT::ifReadable).ifPresent(event -> add(event, record));
    }

    private void add(Event event, ReceivedRecord record) {
        String source = event.source() == null ? "an unnamed trigger" : event.source();
        switch (event.type()) {
            case LEADER_ELECTED -> {
                terms++;
                leader = new LeaderTerm(source, event.at(), null, EvidenceRecord.of("leader elected", record));
            }
            case LEADER_LOST, LEADER_FENCED -> ended(event, source, record);
            case SLICE -> slice(event, source, record);
            default -> {
                // No other event changes the leader.
            }
        }
    }

    private void ended(Event event, String source, ReceivedRecord record) {
        LeaderTerm last = leader;
        if (last == null || last.source().equals(source)) {
            String what = event.type() == EventType.LEADER_FENCED ? "leader fenced" : "leader lost";
            Instant since = last == null ? null : last.since();
            leader = new LeaderTerm(source, since, event.at(), EvidenceRecord.of(what, record));
        }
    }

    private void slice(Event event, String source, ReceivedRecord record) {
        LeaderTerm last = leader;
        if (last == null || !last.source().equals(source) || last.ended() != null) {
            leader = new LeaderTerm(source, null, null, EvidenceRecord.of("slice", record));
        }
        read(event).ifPresent(slice -> {
            if (slice.tasks() > 0) {
                lastWithTicks = ReadValue.of("slice", record, slice);
            }
            if (!record.appended().isBefore(recentSince)) {
                recentTicks += slice.tasks();
                recentSkips += slice.skipped();
            }
        });
    }

    /** The slice in an event; empty if it can't be read. */
    public static Optional<Slice> read(Event event) {
        RawJson data = event.data();
        if (data == null) {
            return Optional.empty();
        }
        try {
            return Optional.of(Slice.read(Json.readObject(data.text().getBytes(StandardCharsets.UTF_8))));
        } catch (ContractException e) {
            // Safe: the slice is left out of the figures; the watermark still shows how far the trigger is.
            return Optional.empty();
        }
    }

    /** The current or last leader; null if no record names one. */
    public @Nullable LeaderTerm leader() {
        return leader;
    }

    /** The last slice that published a tick. */
    public @Nullable ReadValue<Slice> lastWithTicks() {
        return lastWithTicks;
    }

    public long recentTicks() {
        return recentTicks;
    }

    public long recentSkips() {
        return recentSkips;
    }

    /** How many terms began in the records that were added. */
    public long terms() {
        return terms;
    }

    /** Whether the records reach back to the time from which ticks are counted. */
    boolean isRecentWhole() {
        return recentWhole;
    }
}
