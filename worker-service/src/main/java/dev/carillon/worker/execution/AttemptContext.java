package dev.carillon.worker.execution;

import dev.carillon.kit.time.ClockPair;
import dev.carillon.kit.time.ClockReading;
import dev.carillon.schemas.record.EventType;
import dev.carillon.schemas.record.Task;
import dev.carillon.worker.handler.CancelSignal;
import dev.carillon.worker.handler.TaskContext;
import dev.carillon.worker.presence.OptionalRecords;
import dev.carillon.worker.report.ReportRecords;
import java.time.Duration;
import java.time.Instant;

/** The context of one attempt, as its handler sees it. */
public final class AttemptContext implements TaskContext {
    private final Attempt attempt;
    private final ClockReading timesOutAt;
    private final AttemptLog log;
    private final OptionalRecords optionalRecords;
    private final ReportRecords reports;
    private final ClockPair clocks;

    public AttemptContext(Attempt attempt, OptionalRecords optionalRecords, ReportRecords reports, ClockPair clocks) {
        this.attempt = attempt;
        this.timesOutAt = attempt.timesOutAt();
        this.optionalRecords = optionalRecords;
        this.reports = reports;
        this.clocks = clocks;
        this.log = new AttemptLog(attempt.subject(), optionalRecords, reports, clocks.wall());
    }

    @Override
    public Task task() {
        return attempt.task();
    }

    @Override
    public String key() {
        return attempt.key().toString();
    }

    @Override
    public Instant deadline() {
        return timesOutAt.wall();
    }

    @Override
    public Duration remaining() {
        return timesOutAt.since(clocks.now());
    }

    @Override
    public void log(String line) {
        log.add(line);
    }

    @Override
    public void progress(String message) {
        optionalRecords.offer(reports.event(EventType.PROGRESS, key(), clocks.instant(), message));
    }

    @Override
    public CancelSignal cancelled() {
        return attempt.signal();
    }

    void sendNewLines() {
        log.sendNew();
    }

    void close() {
        log.flush();
    }
}
