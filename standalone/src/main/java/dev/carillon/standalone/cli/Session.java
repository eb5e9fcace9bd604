package dev.carillon.standalone.cli;

import dev.carillon.client.AuditTrail;
import dev.carillon.client.Calendars;
import dev.carillon.client.Commands;
import dev.carillon.client.LiveWorkers;
import dev.carillon.client.Queues;
import dev.carillon.client.RecordLog;
import dev.carillon.client.ScheduleSwitch;
import dev.carillon.client.Schedules;
import dev.carillon.client.Submissions;
import dev.carillon.client.settings.RoutingSwitch;
import dev.carillon.kit.time.SystemTime;
import dev.carillon.schemas.topic.TopicNames;
import dev.carillon.standalone.look.KnownSchedules;
import dev.carillon.standalone.look.Pass;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * One command's visit to a cluster.
 *
 * @param who sits at the terminal, as far as that is known
 */
record Session(
        Surroundings surroundings,
        TopicNames names,
        RecordLog log,
        @Nullable String who) implements AutoCloseable {

    Schedules schedules() {
        return new Schedules(log, names, surroundings.clock());
    }

    /** All schedules, with all that decides when each fires. */
    KnownSchedules knownSchedules() {
        return KnownSchedules.look(schedules(), log, names);
    }

    Calendars calendars() {
        return new Calendars(log, names);
    }

    /** Under the name of whoever sits at the terminal. */
    AuditTrail trail() {
        return new AuditTrail(log, names, surroundings.clock(), who);
    }

    /** Under the name of whoever sits at the terminal. */
    ScheduleSwitch scheduleSwitch() {
        return new ScheduleSwitch(log, names, surroundings.clock(), trail());
    }

    Submissions submissions() {
        return new Submissions(log, names, surroundings.clock());
    }

    Commands commands() {
        return new Commands(log, names, surroundings.clock(), who);
    }

    RoutingSwitch routing() {
        return new RoutingSwitch(log, names, surroundings.clock());
    }

    Queues queues() {
        return Queues.look(log, names);
    }

    LiveWorkers workers() {
        return LiveWorkers.look(log, names, surroundings.clock());
    }

    /** Passes over many records; it says on the side how far it is. */
    Pass pass() {
        return new Pass(log, SystemTime.ticker(), surroundings.terminal()::tell);
    }

    Instant now() {
        return surroundings.clock().instant();
    }

    @Override
    public void close() {
        log.close();
    }
}
