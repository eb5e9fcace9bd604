package dev.carillon.insight.topic;

import dev.carillon.client.log.PartitionReading;
import dev.carillon.client.log.RecordLog;
import dev.carillon.client.problem.ClientException;
import dev.carillon.client.problem.ClientProblem;
import dev.carillon.kit.record.ReceivedRecord;
import dev.carillon.kit.time.Ticker;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Consumer;
import java.util.function.Predicate;

/** Reads topics record by record without keeping them, and reports progress when that takes long. */
public final class TopicScan {
    private static final Duration POLL = Duration.ofMillis(50);
    /** A scan that gets no record for this many polls, ten seconds, is stuck, usually behind an open transaction. */
    private static final int EMPTY_POLLS = 200;
    /** The time before the first progress line, and between two of them. */
    private static final Duration REPORT_EVERY = Duration.ofSeconds(2);

    private final RecordLog log;
    private final Ticker ticker;
    private final Consumer<String> progress;
    private long nextReport;

    /**
     * Creates a scan of topics in the log.
     *
     * @param progress receives a line about the progress
     */
    public TopicScan(RecordLog log, Ticker ticker, Consumer<String> progress) {
        this.log = log;
        this.ticker = ticker;
        this.progress = progress;
        this.nextReport = ticker.nanos() + REPORT_EVERY.toNanos();
    }

    public RecordLog log() {
        return log;
    }

    /** Reads all records that the topic holds now; returns how many there were. */
    public long all(String topic, Consumer<ReceivedRecord> each) {
        return from(topic, log.starts(topic), each);
    }

    /** Reads the records that were appended at or after the instant, up to now. */
    public long since(String topic, Instant since, Consumer<ReceivedRecord> each) {
        return from(topic, log.since(topic, since), each);
    }

    /** Reads from the positions to the current ends of the topic; returns how many records there were. */
    public long from(String topic, Map<Integer, Long> from, Consumer<ReceivedRecord> each) {
        return until(topic, from, record -> {
            each.accept(record);
            return false;
        });
    }

    /** As {@link #from}, but ends with the first record for which the predicate is true. */
    public long until(String topic, Map<Integer, Long> from, Predicate<ReceivedRecord> enough) {
        Map<Integer, Long> ends = log.ends(topic);
        Map<Integer, Long> pending = new TreeMap<>(from);
        pending.entrySet().removeIf(at -> at.getValue() >= ends.getOrDefault(at.getKey(), 0L));
        if (pending.isEmpty()) {
            return 0;
        }
        long distance = distance(pending, ends);
        long seen = 0;
        int empty = 0;
        try (PartitionReading reading = log.scan(topic, pending)) {
            while (distance(reading.positions(), ends) > 0) {
                List<ReceivedRecord> found = reading.next(POLL);
                for (ReceivedRecord record : found) {
                    if (record.offset() < ends.getOrDefault(record.partition(), 0L)) {
                        seen++;
                        if (enough.test(record)) {
                            return seen;
                        }
                    }
                }
                empty = found.isEmpty() ? empty + 1 : 0;
                if (empty > EMPTY_POLLS) {
                    throw new ClientException(
                            ClientProblem.KAFKA_REFUSED,
                            "reading " + topic + " has stopped before its end; check the brokers: carillon doctor");
                }
                reportProgress(topic, seen, distance);
            }
        }
        return seen;
    }

    private void reportProgress(String topic, long seen, long distance) {
        long now = ticker.nanos();
        if (now >= nextReport) {
            nextReport = now + REPORT_EVERY.toNanos();
            progress.accept("reading " + topic + ": " + seen + " of about " + distance + " records …");
        }
    }

    /** Compares positions, not record offsets: a partition may end with a transaction marker, which is never read. */
    private static long distance(Map<Integer, Long> positions, Map<Integer, Long> ends) {
        return positions.entrySet().stream()
                .mapToLong(at -> Math.max(0, ends.getOrDefault(at.getKey(), 0L) - at.getValue()))
                .sum();
    }
}
