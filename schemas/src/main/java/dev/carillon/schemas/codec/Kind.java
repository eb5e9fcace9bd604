package dev.carillon.schemas.codec;

import dev.carillon.schemas.error.ContractException;
import dev.carillon.schemas.error.ErrorCode;
import dev.carillon.schemas.json.FieldWriter;
import dev.carillon.schemas.json.Fields;
import dev.carillon.schemas.json.Json;
import dev.carillon.schemas.record.Check;
import dev.carillon.schemas.record.Command;
import dev.carillon.schemas.record.Event;
import dev.carillon.schemas.record.Outcome;
import dev.carillon.schemas.record.Result;
import dev.carillon.schemas.record.Task;
import dev.carillon.schemas.schedule.Calendar;
import dev.carillon.schemas.schedule.Schedule;
import dev.carillon.schemas.schedule.Setting;
import dev.carillon.schemas.trigger.AuditEntry;
import dev.carillon.schemas.trigger.Marker;
import dev.carillon.schemas.trigger.Watermark;
import dev.carillon.schemas.work.Limits;
import dev.carillon.schemas.worker.Heartbeat;
import dev.carillon.schemas.worker.Lease;
import dev.carillon.schemas.worker.LogLines;
import java.util.List;
import java.util.Optional;
import java.util.function.BiConsumer;
import java.util.function.Function;

/**
 * One kind of record value and its codec. Size limits apply to encoded bytes, when reading and when writing.
 *
 * @param name the name of its JSON Schema and golden samples
 */
public record Kind<T>(
        String name, Class<T> type, int maxBytes, Function<Fields, T> reader, BiConsumer<T, FieldWriter> writer) {
    private static final int SMALL = 64 * 1024;
    private static final int MEGABYTE = 1_000_000;

    public static final Kind<Schedule> SCHEDULE =
            new Kind<>("schedule", Schedule.class, Limits.TASK_BYTES, Schedule::read, Schedule::write);
    public static final Kind<Task> TASK = new Kind<>("task", Task.class, Limits.TASK_BYTES, Task::read, Task::write);
    public static final Kind<Result> RESULT =
            new Kind<>("result", Result.class, Limits.RESULT_BYTES, Result::read, Result::write);
    public static final Kind<Lease> LEASE = new Kind<>("lease", Lease.class, SMALL, Lease::read, Lease::write);
    public static final Kind<Check> CHECK = new Kind<>("check", Check.class, SMALL, Check::read, Check::write);
    public static final Kind<Outcome> OUTCOME =
            new Kind<>("outcome", Outcome.class, Limits.RESULT_BYTES, Outcome::read, Outcome::write);
    public static final Kind<Heartbeat> HEARTBEAT =
            new Kind<>("heartbeat", Heartbeat.class, 4 * SMALL, Heartbeat::read, Heartbeat::write);
    public static final Kind<Event> EVENT = new Kind<>("event", Event.class, MEGABYTE, Event::read, Event::write);
    public static final Kind<Command> COMMAND =
            new Kind<>("command", Command.class, SMALL, Command::read, Command::write);
    public static final Kind<Calendar> CALENDAR =
            new Kind<>("calendar", Calendar.class, Limits.TASK_BYTES, Calendar::read, Calendar::write);
    public static final Kind<Setting> SETTING =
            new Kind<>("setting", Setting.class, 2 * SMALL, Setting::read, Setting::write);
    public static final Kind<Watermark> WATERMARK =
            new Kind<>("watermark", Watermark.class, MEGABYTE, Watermark::read, Watermark::write);
    public static final Kind<Marker> MARKER = new Kind<>("marker", Marker.class, MEGABYTE, Marker::read, Marker::write);
    public static final Kind<LogLines> LOG_LINES =
            new Kind<>("log-lines", LogLines.class, MEGABYTE, LogLines::read, LogLines::write);
    public static final Kind<AuditEntry> AUDIT_ENTRY =
            new Kind<>("audit-entry", AuditEntry.class, MEGABYTE, AuditEntry::read, AuditEntry::write);

    public static final List<Kind<?>> ALL = List.of(
            SCHEDULE,
            TASK,
            RESULT,
            LEASE,
            CHECK,
            OUTCOME,
            HEARTBEAT,
            EVENT,
            COMMAND,
            CALENDAR,
            SETTING,
            WATERMARK,
            MARKER,
            LOG_LINES,
            AUDIT_ENTRY);

    /** Decodes a value; any invalid bytes cause a {@link ContractException} and no other exception. */
    public T decode(byte[] bytes) {
        checkSize(bytes.length);
        Fields fields = Json.readObject(bytes);
        try {
            return reader.apply(fields);
        } finally {
            fields.release();
        }
    }

    /** As {@link #decode}, but empty for invalid bytes, so that readers of many records can skip them. */
    public Optional<T> ifReadable(byte[] bytes) {
        try {
            return Optional.of(decode(bytes));
        } catch (ContractException e) {
            // Safe: services move unreadable records to dead-letters; readers only skip them.
            return Optional.empty();
        }
    }

    /**
     * Encodes a value. It refuses all that {@link #decode} would refuse, with the same code and field name, so that
     * every written value can be read.
     */
    public byte[] encode(T value) {
        byte[] bytes = Json.writeObject(out -> writer.accept(value, out));
        checkSize(bytes.length);
        return bytes;
    }

    void checkSize(int size) {
        if (size > maxBytes) {
            throw new ContractException(
                    ErrorCode.RECORD_TOO_LARGE,
                    name,
                    size + " bytes are over the limit of " + maxBytes,
                    "make its payload, texts or lists smaller",
                    "at most " + maxBytes + " bytes");
        }
    }
}
