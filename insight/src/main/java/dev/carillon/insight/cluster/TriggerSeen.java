package dev.carillon.insight.cluster;

import dev.carillon.insight.topic.ReadValue;
import dev.carillon.insight.topic.TopicScan;
import dev.carillon.kit.record.ReceivedRecord;
import dev.carillon.schemas.codec.Kind;
import dev.carillon.schemas.key.Murmur2;
import dev.carillon.schemas.state.AgreedDurations;
import dev.carillon.schemas.topic.TopicNames;
import dev.carillon.schemas.trigger.Marker;
import dev.carillon.schemas.trigger.Watermark;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * The progress, markers and leader of the trigger, read from its records.
 *
 * @param watermark how far ticks are decided; null if none ever was
 * @param markers the stored states of single schedules, by taskId
 */
public record TriggerSeen(
        @Nullable ReadValue<Watermark> watermark, Map<String, ReadValue<Marker>> markers, LeaderHistory history) {
    private static final Duration COMMIT_TIME = Duration.ofSeconds(2);
    /** Ticks are counted over this time. */
    public static final Duration RECENT = Duration.ofMinutes(5);
    /** The search for the beginning of a term ends once at least this many events were read. */
    private static final long FARTHEST = 300_000;

    private static final long NEAREST = 1_000;

    /** An empty value, for answers that do not depend on the trigger. */
    public static TriggerSeen unseen() {
        return new TriggerSeen(null, Map.of(), new LeaderHistory(Watermark.ONLY_SHARD, Instant.MAX));
    }

    public static TriggerSeen look(TopicScan scan, TopicNames names, Instant now) {
        State state = new State();
        if (scan.log().topics().contains(names.triggerState())) {
            scan.all(names.triggerState(), state::add);
        }
        return new TriggerSeen(state.watermark, state.markers, history(scan, names, now));
    }

    /** The newest record of each key. */
    private static final class State {
        private final Map<String, ReadValue<Marker>> markers = new TreeMap<>();
        private @Nullable ReadValue<Watermark> watermark;

        void add(ReceivedRecord record) {
            if (record.keyText().equals(Watermark.recordKey(Watermark.ONLY_SHARD))) {
                record.read(Kind.WATERMARK::ifReadable)
                        .ifPresent(read -> watermark = ReadValue.of("watermark", record, read));
            } else if (record.value() == null) {
                markers.remove(record.keyText());
            } else {
                record.read(Kind.MARKER::ifReadable)
                        .ifPresent(marker -> markers.put(record.keyText(), ReadValue.of("marker", record, marker)));
            }
        }
    }

    /** Reads from farther and farther back until the beginning of the term is found. */
    private static LeaderHistory history(TopicScan scan, TopicNames names, Instant now) {
        Instant recent = now.minus(RECENT);
        if (!scan.log().topics().contains(names.events())) {
            return new LeaderHistory(Watermark.ONLY_SHARD, recent);
        }
        int home = home(scan.log().partitions(names.events()));
        long start = scan.log().starts(names.events()).getOrDefault(home, 0L);
        long end = scan.log().ends(names.events()).getOrDefault(home, 0L);
        for (long back = NEAREST; ; back *= 8) {
            LeaderHistory found = new LeaderHistory(Watermark.ONLY_SHARD, recent);
            long from = Math.max(start, end - back);
            scan.from(names.events(), Map.of(home, from), found::add);
            if ((found.terms() > 0 && found.isRecentWhole()) || from == start || back >= FARTHEST) {
                return found;
            }
        }
    }

    /** The partition of records whose key is the shard's name. */
    public static int home(int partitions) {
        return Murmur2.partition(Watermark.ONLY_SHARD.getBytes(StandardCharsets.UTF_8), partitions);
    }

    /** How long ago the watermark was written; null if it never was. */
    public @Nullable Duration silence(Instant now) {
        if (watermark == null) {
            return null;
        }
        Duration silence = Duration.between(watermark.at().appended(), now);
        return silence.isNegative() ? Duration.ZERO : silence;
    }

    /**
     * Without a watermark for this long no trigger leads: an idle one that leads writes it at least every second interval
     * of its own.
     */
    public Duration silentAfter() {
        Duration idle = watermark == null ? null : watermark.value().idle();
        return (idle == null ? AgreedDurations.IDLE_WATERMARK : idle)
                .multipliedBy(2)
                .plus(COMMIT_TIME);
    }

    /** Whether a trigger still moves the watermark. */
    public boolean isMoving(Instant now) {
        Duration silence = silence(now);
        return silence != null && silence.compareTo(silentAfter()) <= 0;
    }

    /** How far the decisions are behind the clock; null if there are none. */
    public @Nullable Duration behind(Instant now) {
        if (watermark == null) {
            return null;
        }
        Duration behind = Duration.between(watermark.value().reached().due(), now);
        return behind.isNegative() ? Duration.ZERO : behind;
    }
}
