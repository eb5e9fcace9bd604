package dev.carillon.worker.execution;

import dev.carillon.worker.presence.OptionalRecords;
import dev.carillon.worker.report.ReportRecords;
import dev.carillon.worker.report.ReportRecords.Subject;
import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.util.ArrayList;
import java.util.List;

/** The log lines of one attempt, sent in records of some size; lines beyond the limit are dropped and counted. */
final class AttemptLog {
    static final int MAX_BYTES = 1_000_000;
    private static final int RECORD_BYTES = 32 * 1024;
    /** Well below the number of entries that the contract allows a list. */
    static final int RECORD_LINES = 500;

    /** Below the length that the contract allows a text. */
    private static final int MAX_LINE = 8_000;

    private final Subject subject;
    private final OptionalRecords optionalRecords;
    private final ReportRecords reports;
    private final Clock clock;

    private final List<String> lines = new ArrayList<>();
    private int bytes;
    private int total;
    private long sequence;
    private long dropped;

    AttemptLog(Subject subject, OptionalRecords optionalRecords, ReportRecords reports, Clock clock) {
        this.subject = subject;
        this.optionalRecords = optionalRecords;
        this.reports = reports;
        this.clock = clock;
    }

    synchronized void add(String line) {
        String kept = line.length() > MAX_LINE ? line.substring(0, MAX_LINE) + "…" : line;
        // An empty line takes room too: its end counts as in any text.
        int size = kept.getBytes(StandardCharsets.UTF_8).length + 1;
        if (total + size > MAX_BYTES) {
            dropped++;
            return;
        }
        lines.add(kept);
        bytes += size;
        total += size;
        if (bytes >= RECORD_BYTES || lines.size() >= RECORD_LINES) {
            send();
        }
    }

    /** Sends the lines so far, so that the log can be followed while the attempt runs. */
    synchronized void sendNew() {
        if (!lines.isEmpty()) {
            send();
        }
    }

    /** Sends the last lines, at the end. */
    synchronized void flush() {
        if (dropped > 0) {
            lines.add(
                    "(" + dropped + " more lines were dropped: over the limit of " + MAX_BYTES + " bytes an attempt)");
            dropped = 0;
        }
        if (!lines.isEmpty()) {
            send();
        }
    }

    private void send() {
        List<String> sent = List.copyOf(lines);
        lines.clear();
        bytes = 0;
        optionalRecords.offer(reports.logLines(subject, sequence++, clock.instant(), sent));
    }
}
