package dev.carillon.client.schedule;

import dev.carillon.client.submit.ClientExecutor;
import dev.carillon.client.submit.OperatorCommands;
import dev.carillon.schemas.key.ExecutionKey;
import dev.carillon.schemas.key.FreshKeys;
import dev.carillon.schemas.schedule.Calendar;
import dev.carillon.schemas.schedule.Schedule;
import dev.carillon.schemas.topic.TopicNames;
import dev.carillon.schemas.work.NamedRange;
import java.time.Clock;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.function.BiConsumer;
import java.util.function.BiFunction;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** The client's operations on schedules and calendars, run on its executor's thread. */
public final class ScheduleOperations {
    private final ClientExecutor executor;
    private final TopicNames names;
    private final Clock clock;
    private final FreshKeys keys;
    /** Used only on the executor's thread. */
    private final NotInForce notInForce;

    public ScheduleOperations(ClientExecutor executor, TopicNames names, Clock clock, FreshKeys keys) {
        this.executor = executor;
        this.names = names;
        this.clock = clock;
        this.keys = keys;
        this.notInForce = new NotInForce(names);
    }

    public ApplyResult apply(Schedule schedule) {
        schedule.checkSupported();
        return inSchedules((schedules, trail) -> schedules.apply(schedule, trail));
    }

    public List<ApplyResult> applyAll(List<Schedule> wanted) {
        wanted.forEach(Schedule::checkSupported);
        return inSchedules((schedules, trail) -> schedules.applyAll(wanted, trail, howMany -> {}));
    }

    public void delete(String taskId) {
        inSchedules((schedules, trail) ->
                Optional.ofNullable(schedules.find(taskId)).map(found -> schedules.delete(found, trail)));
    }

    public void setEnabled(String taskId, boolean on, @Nullable String reason) {
        inSchedules((schedules, trail) -> {
            StoredSchedule found = schedules.get(taskId);
            return schedules.put(found.readable().withEnabled(on, reason, clock.instant()), found, trail);
        });
    }

    private <T> T inSchedules(BiFunction<Schedules, AuditTrail, T> change) {
        return executor.call(open ->
                change.apply(new Schedules(open, names, clock, notInForce), AuditTrail.ofProgram(open, names, clock)));
    }

    public void apply(Calendar calendar) {
        inCalendars(
                (calendars, trail) -> calendars.put(calendar, calendars.all().get(calendar.name()), trail));
    }

    public void deleteCalendar(String name) {
        inCalendars((calendars, trail) ->
                Optional.ofNullable(calendars.all().get(name)).ifPresent(found -> calendars.delete(found, trail)));
    }

    private void inCalendars(BiConsumer<Calendars, AuditTrail> change) {
        executor.call(open -> {
            change.accept(new Calendars(open, names), AuditTrail.ofProgram(open, names, clock));
            return true;
        });
    }

    public ExecutionKey runNow(String taskId) {
        ExecutionKey key = keys.next(taskId);
        command(taskId, commands -> commands.runNow(key, null));
        return key;
    }

    public void skipNext(String taskId, @Nullable String reason) {
        command(taskId, commands -> commands.skipNext(taskId, reason));
    }

    public void backfill(String taskId, Instant from, Instant to, @Nullable Long maxRunning) {
        new NamedRange("from", from, "to", to)
                .checkIsPast(Instant.ofEpochSecond(clock.instant().getEpochSecond()));
        command(taskId, commands -> commands.backfill(taskId, from, to, maxRunning, null));
    }

    public void cancelBackfill(String taskId) {
        command(taskId, commands -> commands.cancelBackfill(taskId, null));
    }

    /** Refuses a schedule that does not exist. */
    private void command(String taskId, Consumer<OperatorCommands> command) {
        executor.call(open -> {
            new Schedules(open, names, clock).getReadable(taskId);
            command.accept(new OperatorCommands(open, names, clock, AuditTrail.PROGRAM));
            return true;
        });
    }
}
