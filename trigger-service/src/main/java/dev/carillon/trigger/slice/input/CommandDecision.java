package dev.carillon.trigger.slice.input;

import dev.carillon.schemas.codec.Kind;
import dev.carillon.schemas.error.ContractException;
import dev.carillon.schemas.error.ErrorCode;
import dev.carillon.schemas.key.ClientMark;
import dev.carillon.schemas.key.ExecTime;
import dev.carillon.schemas.record.Command;
import dev.carillon.schemas.record.CommandKind;
import dev.carillon.schemas.schedule.Schedule;
import dev.carillon.timing.cron.Timing;
import dev.carillon.timing.state.ScheduleState;
import dev.carillon.trigger.definition.InputRecord;
import dev.carillon.trigger.slice.backfill.BackfillDecision;
import dev.carillon.trigger.slice.build.SlicePlanBuilder;
import dev.carillon.trigger.slice.build.TickRecords;
import java.time.Instant;
import java.util.EnumSet;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Carries out one record of {@code control} if it is for the trigger; most are for other services. */
final class CommandDecision {
    private static final Set<CommandKind> OF_SCHEDULES =
            EnumSet.of(CommandKind.RUN_NOW, CommandKind.SKIP_NEXT, CommandKind.BACKFILL, CommandKind.CANCEL_BACKFILL);

    private static final int NANOS_OF_A_MILLI = 1_000_000;

    private CommandDecision() {}

    /** Returns false if the command has to wait until more definitions are read. */
    static boolean decide(InputRecord record, CommandOrder order, SlicePlanBuilder slice) {
        Command command;
        try {
            byte[] value = record.value();
            if (value == null) {
                return true; // The topic is not compacted: a record without a value has no meaning.
            }
            command = Kind.COMMAND.decode(value);
            command.checkSupported();
        } catch (ContractException e) {
            // No other service acts on such a command, so the trigger, which always runs, writes its dead letter.
            slice.deadLetter(record, e.code(), String.valueOf(e.getMessage()));
            return true;
        }
        if (!OF_SCHEDULES.contains(command.command())) {
            return true;
        }
        return !order.mustWait(record) && ofSchedule(command, record, slice.state(command.subject()), slice);
    }

    private static boolean ofSchedule(
            Command command, InputRecord record, @Nullable ScheduleState state, SlicePlanBuilder slice) {
        Schedule schedule = state == null ? null : state.schedule();
        if (state == null || schedule == null) {
            // Another client may have written the definition at the same moment, just behind the command.
            if (record.isYoung(slice.now(), CommandOrder.MAX_WAIT)) {
                return false;
            }
            slice.deadLetter(
                    record,
                    ErrorCode.UNKNOWN_SCHEDULE,
                    "subject: no schedule " + ContractException.shown(command.subject())
                            + " is in force; apply its definition first");
            return true;
        }
        switch (command.command()) {
            case SKIP_NEXT -> SkipNext.decide(record, state, slice);
            case BACKFILL -> BackfillDecision.order(command, record, state, schedule, slice);
            case CANCEL_BACKFILL -> BackfillDecision.cancel(record, state, slice);
            default -> runNow(command, record, state, schedule, slice);
        }
        return true;
    }

    private static void runNow(
            Command command, InputRecord record, ScheduleState state, Schedule schedule, SlicePlanBuilder slice) {
        ExecTime execTime = command.execTime() == null ? fromPosition(record) : command.execTime();
        Instant instant = execTime.instant();
        if (instant.getNano() == 0) {
            slice.deadLetter(
                    record,
                    ErrorCode.BAD_EXEC_TIME,
                    "execTime: " + execTime + " is a whole second, which only ticks may have; add a nanosecond");
        } else if (instant.isAfter(Timing.LAST)) {
            slice.deadLetter(
                    record,
                    ErrorCode.OUT_OF_RANGE,
                    "execTime: " + execTime + " lies beyond the year 2099, the last one is " + Timing.LAST
                            + "; write an earlier year");
        } else if (!slice.queueExists(schedule.work().queue())) {
            slice.deadLetter(
                    record,
                    ErrorCode.UNKNOWN_QUEUE,
                    "queue: " + ContractException.shown(schedule.work().queue()) + " has no topics; create them");
        } else {
            slice.dispatch(TickRecords.manual(state, schedule, execTime));
        }
    }

    /** Derives a unique execTime from the record's position, so that every leader gets the same. */
    private static ExecTime fromPosition(InputRecord record) {
        Instant instant = record.appended().plusNanos(1 + record.offset() % (NANOS_OF_A_MILLI - 1));
        return new ExecTime(instant, ClientMark.ofNumber(record.offset()), null);
    }
}
