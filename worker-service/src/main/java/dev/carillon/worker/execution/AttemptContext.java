package dev.carillon.worker.execution;

import dev.carillon.schemas.record.EventType;
import dev.carillon.schemas.record.Task;
import dev.carillon.worker.handler.CancelSignal;
import dev.carillon.worker.handler.TaskContext;
import dev.carillon.worker.presence.OptionalRecords;
import dev.carillon.worker.report.ReportRecords;
import java.time.Clock;
import java.time.Instant;

/** The context of one attempt, as its handler sees it. */
public final class AttemptContext implements TaskContext {
    private final Attempt attempt;
    private final Instant deadline;
    private final AttemptLog log;
    private final OptionalRecords optionalRecords;
    private final ReportRecords reports;
    private final Clock clock;

    public AttemptContext(Attempt attempt, OptionalRecords optionalRecords, ReportRecords reports, Clock clock) {
        this.attempt = attempt;
        this.deadline = attempt.timesOutAt();
        this.optionalRecords = optionalRecords;
        this.reports = reports;
        this.clock = clock;
        this.log = new AttemptLog(attempt.subject(), optionalRecords, reports, clock);
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
        return deadline;
    }

    @Override
    public void log(String line) {
        log.add(line);
    }

    @Override
    public void progress(String message) {
        optionalRecords.offer(reports.event(EventType.PROGRESS, key(), clock.instant(), message));
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
