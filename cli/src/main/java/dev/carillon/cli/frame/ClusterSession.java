package dev.carillon.cli.frame;

import dev.carillon.client.log.RecordLog;
import dev.carillon.client.schedule.AuditTrail;
import dev.carillon.client.schedule.Calendars;
import dev.carillon.client.schedule.ScheduleSwitch;
import dev.carillon.client.schedule.Schedules;
import dev.carillon.client.settings.RoutingSwitch;
import dev.carillon.client.submit.OperatorCommands;
import dev.carillon.client.submit.Queues;
import dev.carillon.client.submit.SubmissionRecords;
import dev.carillon.insight.schedule.KnownSchedules;
import dev.carillon.insight.topic.TopicScan;
import dev.carillon.insight.worker.LiveWorkers;
import dev.carillon.kit.time.SystemTime;
import dev.carillon.schemas.topic.TopicNames;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * One command's connection to a cluster.
 *
 * @param user the user at the terminal; null if not known
 */
public record ClusterSession(
        CommandEnvironment environment,
        TopicNames names,
        RecordLog log,
        @Nullable String user) implements AutoCloseable {

    public Schedules schedules() {
        return new Schedules(log, names, environment.clock());
    }

    /** All schedules, with everything that decides when each of them fires. */
    public KnownSchedules knownSchedules() {
        return KnownSchedules.look(schedules(), log, names);
    }

    public Calendars calendars() {
        return new Calendars(log, names);
    }

    /** Notes changes under the user's name. */
    public AuditTrail trail() {
        return new AuditTrail(log, names, environment.clock(), user);
    }

    /** Notes changes under the user's name. */
    public ScheduleSwitch scheduleSwitch() {
        return new ScheduleSwitch(log, names, environment.clock(), trail());
    }

    public SubmissionRecords submissions() {
        return new SubmissionRecords(log, names, environment.clock());
    }

    public OperatorCommands commands() {
        return new OperatorCommands(log, names, environment.clock(), user);
    }

    public RoutingSwitch routing() {
        return new RoutingSwitch(log, names, environment.clock());
    }

    public Queues queues() {
        return Queues.look(log, names);
    }

    public LiveWorkers workers() {
        return LiveWorkers.look(log, names, environment.clock());
    }

    /** Reads many records, with its progress on standard error. */
    public TopicScan scan() {
        return new TopicScan(log, SystemTime.ticker(), environment.terminal()::printErr);
    }

    public Instant now() {
        return environment.clock().instant();
    }

    @Override
    public void close() {
        log.close();
    }
}
