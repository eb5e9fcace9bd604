package dev.carillon.standalone.look;

import dev.carillon.client.StoredRecord;
import dev.carillon.schemas.codec.Kind;
import dev.carillon.schemas.key.Murmur2;
import dev.carillon.schemas.record.Marker;
import dev.carillon.schemas.record.Watermark;
import dev.carillon.schemas.topic.TopicNames;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * The trigger as its records show it.
 *
 * @param watermark how far it has decided; null if it never has
 * @param markers what it remembers of single schedules, by taskId
 */
public record TriggerSeen(
        @Nullable Found<Watermark> watermark, Map<String, Found<Marker>> markers, LeaderHistory history) {
    /** The one shard there is. */
    public static final String SHARD = "0";
    /** An idle trigger moves its watermark every second; so long without a move is no idling. */
    public static final Duration STILL_AFTER = Duration.ofSeconds(5);
    /** Over this time ticks are counted. */
    public static final Duration RECENT = Duration.ofMinutes(5);
    /** More events than these are not read in search of the beginning of a term. */
    private static final long FARTHEST = 300_000;

    private static final long NEAREST = 1_000;

    /** Nothing known, as nothing was asked. */
    static TriggerSeen unseen() {
        return new TriggerSeen(null, Map.of(), new LeaderHistory(SHARD, Instant.MAX));
    }

    public static TriggerSeen look(Pass pass, TopicNames names, Instant now) {
        State state = new State();
        if (pass.log().topics().contains(names.triggerState())) {
            pass.all(names.triggerState(), state::add);
        }
        return new TriggerSeen(state.watermark, state.markers, history(pass, names, now));
    }

    /** The newest record of each key. */
    private static final class State {
        private final Map<String, Found<Marker>> markers = new TreeMap<>();
        private @Nullable Found<Watermark> watermark;

        void add(StoredRecord record) {
            if (record.keyText().equals(Watermark.recordKey(SHARD))) {
                record.read(Kind.WATERMARK).ifPresent(read -> watermark = Found.of("watermark", record, read));
            } else if (record.value() == null) {
                markers.remove(record.keyText());
            } else {
                record.read(Kind.MARKER)
                        .ifPresent(marker -> markers.put(record.keyText(), Found.of("marker", record, marker)));
            }
        }
    }

    /** Goes back, farther and farther, until the beginning of the term is found. */
    private static LeaderHistory history(Pass pass, TopicNames names, Instant now) {
        Instant recent = now.minus(RECENT);
        if (!pass.log().topics().contains(names.events())) {
            return new LeaderHistory(SHARD, recent);
        }
        int home = home(pass.log().partitions(names.events()));
        long start = pass.log().starts(names.events()).getOrDefault(home, 0L);
        long end = pass.log().ends(names.events()).getOrDefault(home, 0L);
        for (long back = NEAREST; ; back *= 8) {
            LeaderHistory told = new LeaderHistory(SHARD, recent);
            long from = Math.max(start, end - back);
            pass.from(names.events(), Map.of(home, from), told::add);
            if ((told.terms() > 0 && told.isRecentWhole()) || from == start || back >= FARTHEST) {
                return told;
            }
        }
    }

    /** Where a producer puts records with the shard's name as key. */
    static int home(int partitions) {
        return Murmur2.partition(SHARD.getBytes(StandardCharsets.UTF_8), partitions);
    }

    /** How long ago the watermark was written; null if it never was. */
    public @Nullable Duration silence(Instant now) {
        if (watermark == null) {
            return null;
        }
        Duration silence = Duration.between(watermark.at().appended(), now);
        return silence.isNegative() ? Duration.ZERO : silence;
    }

    /** Whether somebody moves the watermark. */
    public boolean isMoving(Instant now) {
        Duration silence = silence(now);
        return silence != null && silence.compareTo(STILL_AFTER) <= 0;
    }

    /** How far behind the clock it has decided; null if it never has. */
    public @Nullable Duration behind(Instant now) {
        if (watermark == null) {
            return null;
        }
        Duration behind = Duration.between(watermark.value().reached().due(), now);
        return behind.isNegative() ? Duration.ZERO : behind;
    }
}
