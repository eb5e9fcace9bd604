package dev.carillon.schemas.record;

import dev.carillon.schemas.json.FieldWriter;
import dev.carillon.schemas.json.Fields;
import dev.carillon.schemas.json.RawJson;
import java.time.Instant;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What somebody asks for, in {@code control}.
 *
 * @param subject an execution key (cancel, reprioritise), a taskId (run-now, skip-next, backfill) or a workerId (drain,
 *     capacity); also the record's key
 * @param execTime of the execution that a run-now makes, chosen by the asker so that it can be waited for
 */
public record Command(
        CommandKind command,
        String subject,
        Instant at,
        @Nullable String by,
        @Nullable String reason,
        @Nullable Instant execTime,
        @Nullable Priority priority,
        @Nullable Instant from,
        @Nullable Instant to,
        @Nullable Long amount,
        Map<String, RawJson> rest) {
    public static final int V = 1;

    public static Command of(CommandKind kind, String subject, Instant at, @Nullable String reason) {
        return new Command(kind, subject, at, null, reason, null, null, null, null, null, Map.of());
    }

    public static Command read(Fields f) {
        Versions.check(f, V);
        return new Command(
                f.required("command", f.choice("command", CommandKind.class)),
                f.requiredText("subject", Limits.KEY),
                f.required("at", f.instant("at")),
                f.text("by", Limits.NAME),
                f.text("reason", Limits.MESSAGE),
                f.instant("execTime"),
                f.choice("priority", Priority.class),
                f.instant("from"),
                f.instant("to"),
                f.number("amount", 0, 1_000_000),
                f.rest());
    }

    public void write(FieldWriter out) {
        out.number("v", V)
                .choice("command", command)
                .text("subject", subject)
                .instant("at", at)
                .text("by", by)
                .text("reason", reason)
                .instant("execTime", execTime)
                .choice("priority", priority)
                .instant("from", from)
                .instant("to", to)
                .number("amount", amount)
                .rest(rest);
    }

    public Command withExecTime(Instant instant) {
        return new Command(command, subject, at, by, reason, instant, priority, from, to, amount, rest);
    }
}
