package dev.carillon.trigger.definition;

import dev.carillon.schemas.codec.Kind;
import dev.carillon.schemas.error.ContractException;
import dev.carillon.schemas.error.ErrorCode;
import dev.carillon.schemas.record.RecordKeys;
import dev.carillon.schemas.schedule.Calendar;
import dev.carillon.schemas.schedule.CalendarDays;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/** The meaning of a record in {@code calendars}. */
public sealed interface CalendarDefinition {
    /** A calendar that schedules can use. */
    record Good(CalendarDays days) implements CalendarDefinition {}

    /** The calendar is deleted. */
    record Gone(String name) implements CalendarDefinition {}

    /**
     * A record that can't be used. Its calendar counts as deleted: compaction may remove the older record at any time,
     * and schedules must not depend on when it does.
     */
    record Bad(@Nullable String name, ErrorCode code, String message) implements CalendarDefinition {}

    /** Reads a record; returns one of the three for any bytes. */
    static CalendarDefinition read(InputRecord record) {
        byte[] key = record.key();
        String name = key == null ? null : new String(key, StandardCharsets.UTF_8);
        try {
            if (key == null || name == null) {
                throw new ContractException(
                        ErrorCode.KEY_MISMATCH, "key", "is missing", "send the calendar with its name as the key");
            }
            byte[] value = record.value();
            if (value == null) {
                return new Gone(name);
            }
            Calendar calendar = Kind.CALENDAR.decode(value);
            RecordKeys.check(key, calendar);
            return new Good(CalendarDays.of(calendar));
        } catch (ContractException e) {
            return new Bad(name, e.code(), String.valueOf(e.getMessage()));
        }
    }
}
