package dev.carillon.standalone.look;

import dev.carillon.client.StoredRecord;
import dev.carillon.schemas.codec.Kind;
import dev.carillon.schemas.error.ContractException;
import dev.carillon.schemas.json.Json;
import dev.carillon.schemas.json.RawJson;
import dev.carillon.schemas.record.Event;
import dev.carillon.schemas.record.EventType;
import dev.carillon.schemas.record.Slice;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * What the events of the trigger's shard tell when they are taken in one after the other: who leads, and what the last
 * slices did. The end of a term is announced outside the slices and may come after the next one has begun, so it counts
 * only for the one who announces it.
 */
public final class LeaderHistory {
    private final String shard;
    private final Instant recentSince;
    private @Nullable Leader leader;
    private @Nullable Found<Slice> lastWithTicks;
    private long recentTicks;
    private long recentSkips;
    private long terms;
    private boolean recentWhole;

    /**
     * A history yet to be told.
     *
     * @param recentSince from when on ticks are counted
     */
    public LeaderHistory(String shard, Instant recentSince) {
        this.shard = shard;
        this.recentSince = recentSince;
    }

    /** Takes in the next record of the shard's partition; records of others are passed by. */
    public void add(StoredRecord record) {
        recentWhole = recentWhole || record.appended().isBefore(recentSince);
        if (!record.keyText().equals(shard)) {
            return;
        }
        record.read(Kind.EVENT).ifPresent(event -> add(event, record));
    }

    private void add(Event event, StoredRecord record) {
        String source = event.source() == null ? "a trigger without a name" : event.source();
        switch (event.type()) {
            case LEADER_ELECTED -> {
                terms++;
                leader = new Leader(source, event.at(), null, Evidence.of("leader elected", record));
            }
            case LEADER_LOST, LEADER_FENCED -> ended(event, source, record);
            case SLICE -> slice(event, source, record);
            default -> {
                // What else happens to a shard says nothing of who leads it.
            }
        }
    }

    private void ended(Event event, String source, StoredRecord record) {
        Leader last = leader;
        if (last == null || last.source().equals(source)) {
            String what = event.type() == EventType.LEADER_FENCED ? "leader fenced" : "leader lost";
            leader = new Leader(source, last == null ? null : last.since(), event.at(), Evidence.of(what, record));
        }
    }

    private void slice(Event event, String source, StoredRecord record) {
        Leader last = leader;
        if (last == null || !last.source().equals(source) || last.ended() != null) {
            leader = new Leader(source, null, null, Evidence.of("slice", record));
        }
        read(event).ifPresent(slice -> {
            if (slice.tasks() > 0) {
                lastWithTicks = Found.of("slice", record, slice);
            }
            if (!record.appended().isBefore(recentSince)) {
                recentTicks += slice.tasks();
                recentSkips += slice.skipped();
            }
        });
    }

    /** The slice that an event tells of; nothing if it can't be read. */
    static Optional<Slice> read(Event event) {
        RawJson data = event.data();
        if (data == null) {
            return Optional.empty();
        }
        try {
            return Optional.of(Slice.read(Json.readObject(data.text().getBytes(StandardCharsets.UTF_8))));
        } catch (ContractException e) {
            // Safe: whoever only looks passes by what it can't read; the watermark still says how far the trigger is.
            return Optional.empty();
        }
    }

    /** Who leads or led last; null if no record tells of anybody. */
    public @Nullable Leader leader() {
        return leader;
    }

    /** The last slice that published a tick. */
    public @Nullable Found<Slice> lastWithTicks() {
        return lastWithTicks;
    }

    public long recentTicks() {
        return recentTicks;
    }

    public long recentSkips() {
        return recentSkips;
    }

    /** How many terms began within what was told. */
    public long terms() {
        return terms;
    }

    /** Whether all since the time from which ticks are counted was told. */
    boolean isRecentWhole() {
        return recentWhole;
    }
}
