package dev.carillon.trigger.slice;

import dev.carillon.schemas.codec.Kind;
import dev.carillon.schemas.error.ContractException;
import dev.carillon.schemas.error.ErrorCode;
import dev.carillon.schemas.key.ClientMark;
import dev.carillon.schemas.key.ExecTime;
import dev.carillon.schemas.record.Command;
import dev.carillon.schemas.record.CommandKind;
import dev.carillon.schemas.record.Schedule;
import dev.carillon.trigger.catalogue.InputRecord;
import dev.carillon.trigger.catalogue.Standing;
import dev.carillon.trigger.cron.Timing;
import java.time.Instant;
import java.util.EnumSet;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** What one record in {@code control} asks of the trigger; most are meant for others. */
final class CommandDecision {
    private static final Set<CommandKind> OF_SCHEDULES =
            EnumSet.of(CommandKind.RUN_NOW, CommandKind.SKIP_NEXT, CommandKind.BACKFILL, CommandKind.CANCEL_BACKFILL);

    private static final int NANOS_OF_A_MILLI = 1_000_000;

    private CommandDecision() {}

    /** Returns false if the command has to wait a moment for definitions. */
    static boolean decide(InputRecord record, CommandOrder order, Draft draft) {
        Command command;
        try {
            byte[] value = record.value();
            if (value == null) {
                return true; // The topic is not compacted: a record without a value says nothing.
            }
            command = Kind.COMMAND.decode(value);
        } catch (ContractException e) {
            // Who is meant by it nobody can tell, so the one reader that always runs puts it aside.
            draft.putAside(record, e.code(), String.valueOf(e.getMessage()));
            return true;
        }
        if (!OF_SCHEDULES.contains(command.command())) {
            return true;
        }
        return !order.mustWait(record) && ofSchedule(command, record, draft.standing(command.subject()), draft);
    }

    private static boolean ofSchedule(Command command, InputRecord record, @Nullable Standing standing, Draft draft) {
        Schedule schedule = standing == null ? null : standing.schedule();
        if (standing == null || schedule == null) {
            // It may have been written by another hand in the same moment, just behind the command.
            if (record.isYoung(draft.now, CommandOrder.PATIENCE)) {
                return false;
            }
            draft.putAside(
                    record,
                    ErrorCode.UNKNOWN_SCHEDULE,
                    "subject: no schedule " + ContractException.shown(command.subject())
                            + " is in force; apply its definition first");
            return true;
        }
        switch (command.command()) {
            case SKIP_NEXT -> SkipNext.decide(record, standing, draft);
            case BACKFILL -> BackfillDecision.order(command, record, standing, schedule, draft);
            case CANCEL_BACKFILL -> BackfillDecision.cancel(record, standing, draft);
            default -> runNow(command, record, standing, schedule, draft);
        }
        return true;
    }

    private static void runNow(Command command, InputRecord record, Standing standing, Schedule schedule, Draft draft) {
        ExecTime execTime = command.execTime() == null ? fromPosition(record) : command.execTime();
        Instant instant = execTime.instant();
        if (instant.getNano() == 0) {
            draft.putAside(
                    record,
                    ErrorCode.BAD_EXEC_TIME,
                    "execTime: " + execTime + " is a whole second, and such belong to ticks; add a nanosecond");
        } else if (instant.isAfter(Timing.LAST)) {
            draft.putAside(
                    record,
                    ErrorCode.OUT_OF_RANGE,
                    "execTime: " + execTime + " lies beyond the year 2099, the last one is " + Timing.LAST
                            + "; write an earlier year");
        } else if (!draft.queueExists(schedule.work().queue())) {
            draft.putAside(
                    record,
                    ErrorCode.UNKNOWN_QUEUE,
                    "queue: " + ContractException.shown(schedule.work().queue()) + " has no topics; create them");
        } else {
            draft.dispatch(Ticks.manual(standing, schedule, execTime));
        }
    }

    /** For a command that names none: one that no other record has and that every leader derives alike. */
    private static ExecTime fromPosition(InputRecord record) {
        Instant instant = record.appended().plusNanos(1 + record.offset() % (NANOS_OF_A_MILLI - 1));
        return new ExecTime(instant, ClientMark.ofNumber(record.offset()), null);
    }
}
