package dev.carillon.schemas.record;

import dev.carillon.schemas.error.ContractException;
import dev.carillon.schemas.error.ErrorCode;
import dev.carillon.schemas.json.FieldWriter;
import dev.carillon.schemas.json.Fields;
import dev.carillon.schemas.json.RawJson;
import dev.carillon.schemas.key.ExecTime;
import dev.carillon.schemas.key.ExecutionKey;
import dev.carillon.schemas.key.TaskId;
import dev.carillon.schemas.trigger.Backfill;
import dev.carillon.schemas.work.Limits;
import dev.carillon.schemas.work.Priority;
import dev.carillon.schemas.work.VersionField;
import io.soabase.recordbuilder.core.RecordBuilder;
import java.time.Instant;
import java.util.EnumSet;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * A request of an operator or program, in {@code control}.
 *
 * @param subject an execution key (cancel, reprioritise), a taskId (run-now, skip-next, backfill, cancel-backfill) or a
 *     workerId (drain, capacity); also the record's key
 * @param execTime of the execution that a run-now creates; the client chooses it, so that it can wait for the outcome
 * @param from the first instant of a backfill
 * @param to the first instant after a backfill
 * @param amount the new capacity of a worker
 * @param maxRunning how many executions of a backfill may be open at a time
 */
@RecordBuilder
public record Command(
        CommandKind command,
        String subject,
        Instant at,
        @Nullable String by,
        @Nullable String reason,
        @Nullable ExecTime execTime,
        @Nullable Priority priority,
        @Nullable Instant from,
        @Nullable Instant to,
        @Nullable Long amount,
        @Nullable Long maxRunning,
        Map<String, RawJson> rest) {
    public static final int V = 1;

    private static final int MAX_AMOUNT = 1_000_000;

    private static final Set<CommandKind> SUPPORTED = EnumSet.of(
            CommandKind.CANCEL,
            CommandKind.RUN_NOW,
            CommandKind.SKIP_NEXT,
            CommandKind.BACKFILL,
            CommandKind.CANCEL_BACKFILL);

    public static Command of(CommandKind kind, String subject, Instant at, @Nullable String reason) {
        return CommandBuilder.builder()
                .command(kind)
                .subject(subject)
                .at(at)
                .reason(reason)
                .rest(Map.of())
                .build();
    }

    public static Command read(Fields f) {
        VersionField.check(f, V);
        Command command = CommandBuilder.builder()
                .command(f.required("command", f.choice("command", CommandKind.class)))
                .subject(f.requiredWord("subject", Limits.KEY))
                .at(f.required("at", f.instant("at")))
                .by(f.word("by", Limits.NAME))
                .reason(f.text("reason", Limits.MESSAGE))
                .execTime(f.spelled("execTime", Limits.KEY, ExecTime::read))
                .priority(f.choice("priority", Priority.class))
                .from(f.instant("from"))
                .to(f.instant("to"))
                .amount(f.number("amount", 0, MAX_AMOUNT))
                .maxRunning(f.number("maxRunning", 1, Backfill.MOST_RUNNING))
                .rest(f.rest())
                .build();
        command.check();
        return command;
    }

    private void check() {
        switch (command) {
            case CANCEL -> checkKey();
            case REPRIORITISE -> {
                checkKey();
                required("priority", priority);
            }
            case RUN_NOW, SKIP_NEXT, CANCEL_BACKFILL -> TaskId.check("subject", subject);
            case BACKFILL -> {
                TaskId.check("subject", subject);
                Instant start = required("from", from);
                if (!required("to", to).isAfter(start)) {
                    throw new ContractException(
                            ErrorCode.CONFLICTING_FIELDS, "to", to + " is not after from", "swap them");
                }
            }
            case DRAIN -> {}
            case CAPACITY -> required("amount", amount);
        }
    }

    private void checkKey() {
        ExecutionKey.parse(subject);
    }

    private static <T> T required(String field, @Nullable T value) {
        if (value == null) {
            throw new ContractException(ErrorCode.MISSING_FIELD, field, "is missing", "add it");
        }
        return value;
    }

    /** Refuses commands of the contract that this version does not support. */
    public void checkSupported() {
        if (!SUPPORTED.contains(command)) {
            throw new ContractException(
                    ErrorCode.NOT_SUPPORTED_YET,
                    "command",
                    Fields.spelled(command) + " is not supported by this version",
                    "use cancel, run-now, skip-next, backfill or cancel-backfill");
        }
    }

    public void write(FieldWriter out) {
        check();
        out.number("v", V, V, V)
                .choice("command", command)
                .word("subject", subject, Limits.KEY)
                .instant("at", at)
                .word("by", by, Limits.NAME)
                .prose("reason", reason, Limits.MESSAGE)
                .spelled("execTime", execTime == null ? null : execTime.bytes())
                .choice("priority", priority)
                .instant("from", from)
                .instant("to", to)
                .number("amount", amount, 0, MAX_AMOUNT)
                .number("maxRunning", maxRunning, 1, Backfill.MOST_RUNNING)
                .rest(rest);
    }

    public Command withBy(String name) {
        return CommandBuilder.builder(this).by(name).build();
    }

    public Command withExecTime(ExecTime time) {
        return CommandBuilder.builder(this).execTime(time).build();
    }

    /** A backfill of {@code [from, to)}. */
    public Command withRange(Instant start, Instant end, @Nullable Long running) {
        return CommandBuilder.builder(this)
                .from(start)
                .to(end)
                .maxRunning(running)
                .build();
    }
}
