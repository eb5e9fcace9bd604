package dev.carillon.standalone.look;

import dev.carillon.client.ClientException;
import dev.carillon.client.ClientProblem;
import dev.carillon.client.Reading;
import dev.carillon.client.RecordLog;
import dev.carillon.client.StoredRecord;
import dev.carillon.kit.time.Ticker;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Consumer;
import java.util.function.Predicate;

/** Passes over records once, keeps none of them, and says how far it is when that takes long. */
public final class Pass {
    private static final Duration POLL = Duration.ofMillis(50);
    /** A partition that gives nothing for this many polls, ten seconds, is stuck behind somebody's open transaction. */
    private static final int SILENT_POLLS = 200;
    /** Who waits longer wants to know for what. */
    private static final Duration PATIENCE = Duration.ofSeconds(2);

    private final RecordLog log;
    private final Ticker ticker;
    private final Consumer<String> tell;
    private long nextWords;

    /**
     * A pass over topics of the log.
     *
     * @param tell takes a line about how far it is
     */
    public Pass(RecordLog log, Ticker ticker, Consumer<String> tell) {
        this.log = log;
        this.ticker = ticker;
        this.tell = tell;
        this.nextWords = ticker.nanos() + PATIENCE.toNanos();
    }

    public RecordLog log() {
        return log;
    }

    /** Everything that the topic holds now. */
    public long all(String topic, Consumer<StoredRecord> each) {
        return from(topic, log.starts(topic), each);
    }

    /** What was appended at or after the instant, up to now. */
    public long since(String topic, Instant since, Consumer<StoredRecord> each) {
        return from(topic, log.since(topic, since), each);
    }

    /** One partition of what was appended at or after the instant, up to now. */
    public long since(String topic, int partition, Instant since, Consumer<StoredRecord> each) {
        Long start = log.since(topic, since).get(partition);
        return start == null ? 0 : from(topic, Map.of(partition, start), each);
    }

    /** From the positions on to the ends that the topic has now; returns how many records there were. */
    public long from(String topic, Map<Integer, Long> from, Consumer<StoredRecord> each) {
        return until(topic, from, record -> {
            each.accept(record);
            return false;
        });
    }

    /** As {@link #from}, but no farther than the record at which the predicate says that it is enough. */
    public long until(String topic, Map<Integer, Long> from, Predicate<StoredRecord> enough) {
        Map<Integer, Long> ends = log.ends(topic);
        Map<Integer, Long> pending = new TreeMap<>(from);
        pending.entrySet().removeIf(at -> at.getValue() >= ends.getOrDefault(at.getKey(), 0L));
        if (pending.isEmpty()) {
            return 0;
        }
        long distance = distance(pending, ends);
        long seen = 0;
        int silent = 0;
        try (Reading reading = log.scan(topic, pending)) {
            while (distance(reading.positions(), ends) > 0) {
                List<StoredRecord> found = reading.next(POLL);
                for (StoredRecord record : found) {
                    if (record.offset() < ends.getOrDefault(record.partition(), 0L)) {
                        seen++;
                        if (enough.test(record)) {
                            return seen;
                        }
                    }
                }
                silent = found.isEmpty() ? silent + 1 : 0;
                if (silent > SILENT_POLLS) {
                    throw new ClientException(
                            ClientProblem.KAFKA_REFUSED,
                            "reading " + topic + " stands still before its end; look at the brokers");
                }
                sayHowFar(topic, seen, distance);
            }
        }
        return seen;
    }

    private void sayHowFar(String topic, long seen, long distance) {
        long now = ticker.nanos();
        if (now >= nextWords) {
            nextWords = now + PATIENCE.toNanos();
            tell.accept("reading " + topic + ": " + seen + " of about " + distance + " records …");
        }
    }

    /** Positions are compared, not offsets of records: the last entry of a partition may be one nobody gets to see. */
    private static long distance(Map<Integer, Long> positions, Map<Integer, Long> ends) {
        return positions.entrySet().stream()
                .mapToLong(at -> Math.max(0, ends.getOrDefault(at.getKey(), 0L) - at.getValue()))
                .sum();
    }
}
