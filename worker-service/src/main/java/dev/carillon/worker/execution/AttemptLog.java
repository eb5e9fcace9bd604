package dev.carillon.worker.execution;

import dev.carillon.worker.presence.Announcements;
import dev.carillon.worker.report.Reports;
import dev.carillon.worker.report.Reports.Subject;
import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.util.ArrayList;
import java.util.List;

/** The log lines of one attempt, sent in records of some size; beyond the limit they are counted and forgotten. */
final class AttemptLog {
    static final int MAX_BYTES = 1_000_000;
    private static final int RECORD_BYTES = 32 * 1024;
    /** Well within what a list of the contract may have. */
    static final int RECORD_LINES = 500;

    /** Within what a text of the contract may have. */
    private static final int MAX_LINE = 8_000;

    private final Subject subject;
    private final Announcements announcements;
    private final Reports reports;
    private final Clock clock;

    private final List<String> lines = new ArrayList<>();
    private int bytes;
    private int total;
    private long sequence;
    private long forgotten;

    AttemptLog(Subject subject, Announcements announcements, Reports reports, Clock clock) {
        this.subject = subject;
        this.announcements = announcements;
        this.reports = reports;
        this.clock = clock;
    }

    synchronized void add(String line) {
        String kept = line.length() > MAX_LINE ? line.substring(0, MAX_LINE) + "…" : line;
        // A line takes room even when it is empty: its end counts as in any text.
        int size = kept.getBytes(StandardCharsets.UTF_8).length + 1;
        if (total + size > MAX_BYTES) {
            forgotten++;
            return;
        }
        lines.add(kept);
        bytes += size;
        total += size;
        if (bytes >= RECORD_BYTES || lines.size() >= RECORD_LINES) {
            send();
        }
    }

    /** Sends what has come so far, for those who follow while the attempt runs. */
    synchronized void sendNew() {
        if (!lines.isEmpty()) {
            send();
        }
    }

    /** Sends what is left, at the end. */
    synchronized void flush() {
        if (forgotten > 0) {
            lines.add("(" + forgotten + " more lines are over the limit of " + MAX_BYTES + " bytes an attempt)");
            forgotten = 0;
        }
        if (!lines.isEmpty()) {
            send();
        }
    }

    private void send() {
        List<String> sent = List.copyOf(lines);
        lines.clear();
        bytes = 0;
        announcements.announce(reports.logLines(subject, sequence++, clock.instant(), sent));
    }
}
