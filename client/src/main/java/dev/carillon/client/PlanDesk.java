package dev.carillon.client;

import dev.carillon.schemas.key.ExecutionKey;
import dev.carillon.schemas.key.FreshKeys;
import dev.carillon.schemas.record.Calendar;
import dev.carillon.schemas.record.NamedRange;
import dev.carillon.schemas.record.Schedule;
import dev.carillon.schemas.topic.TopicNames;
import java.time.Clock;
import java.time.Instant;
import java.util.Optional;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** What a program says of schedules and calendars, and asks of them. */
final class PlanDesk {
    private final Desk desk;
    private final TopicNames names;
    private final Clock clock;
    private final FreshKeys keys;

    PlanDesk(Desk desk, TopicNames names, Clock clock, FreshKeys keys) {
        this.desk = desk;
        this.names = names;
        this.clock = clock;
        this.keys = keys;
    }

    void apply(Schedule schedule) {
        schedule.checkSupported();
        inSchedules(
                (schedules, trail) -> schedules.put(schedule, schedules.all().get(schedule.taskId()), trail));
    }

    void delete(String taskId) {
        inSchedules((schedules, trail) ->
                Optional.ofNullable(schedules.all().get(taskId)).ifPresent(found -> schedules.delete(found, trail)));
    }

    void switched(String taskId, boolean on, @Nullable String reason) {
        inSchedules((schedules, trail) -> {
            Schedule found = schedules.getReadable(taskId);
            schedules.put(found.withEnabled(on, reason, clock.instant()), schedules.get(taskId), trail);
        });
    }

    private void inSchedules(BiConsumer<Schedules, AuditTrail> change) {
        desk.ask(open -> {
            change.accept(new Schedules(open, names, clock), AuditTrail.ofProgram(open, names, clock));
            return true;
        });
    }

    void apply(Calendar calendar) {
        inCalendars(
                (calendars, trail) -> calendars.put(calendar, calendars.all().get(calendar.name()), trail));
    }

    void deleteCalendar(String name) {
        inCalendars((calendars, trail) ->
                Optional.ofNullable(calendars.all().get(name)).ifPresent(found -> calendars.delete(found, trail)));
    }

    private void inCalendars(BiConsumer<Calendars, AuditTrail> change) {
        desk.ask(open -> {
            change.accept(new Calendars(open, names), AuditTrail.ofProgram(open, names, clock));
            return true;
        });
    }

    ExecutionKey runNow(String taskId) {
        ExecutionKey key = keys.next(taskId);
        command(taskId, commands -> commands.runNow(key, null));
        return key;
    }

    void skipNext(String taskId, @Nullable String reason) {
        command(taskId, commands -> commands.skipNext(taskId, reason));
    }

    void backfill(String taskId, Instant from, Instant to, @Nullable Long maxRunning) {
        new NamedRange("from", from, "to", to)
                .checkIsPast(Instant.ofEpochSecond(clock.instant().getEpochSecond()));
        command(taskId, commands -> commands.backfill(taskId, from, to, maxRunning, null));
    }

    void cancelBackfill(String taskId) {
        command(taskId, commands -> commands.cancelBackfill(taskId, null));
    }

    /** Only of a schedule that is there. */
    private void command(String taskId, Consumer<Commands> command) {
        desk.ask(open -> {
            new Schedules(open, names, clock).getReadable(taskId);
            command.accept(new Commands(open, names, clock, AuditTrail.PROGRAM));
            return true;
        });
    }
}
