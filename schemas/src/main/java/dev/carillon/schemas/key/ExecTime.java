package dev.carillon.schemas.key;

import dev.carillon.schemas.error.ContractException;
import dev.carillon.schemas.error.ErrorCode;
import dev.carillon.schemas.json.Instants;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * The second half of an execution key: an instant in Java's one spelling or, for a hand-made task that named none, the
 * instant of its append and the position of its record.
 */
public record ExecTime(Instant instant, @Nullable RecordPosition position) {
    public ExecTime {
        Instants.check("execTime", ErrorCode.BAD_EXEC_TIME, instant);
    }

    public static ExecTime of(Instant instant) {
        return new ExecTime(instant, null);
    }

    /** Reads {@code 2026-11-18T06:00:00Z} or {@code 2026-11-18T06:00:00.123Z~default.normal-3-17}. */
    public static ExecTime parse(String field, String text) {
        int tilde = text.indexOf('~');
        String time = tilde < 0 ? text : text.substring(0, tilde);
        Instant instant = Instants.parse(field, ErrorCode.BAD_EXEC_TIME, time);
        if (!instant.toString().equals(time)) {
            throw new ContractException(
                    ErrorCode.BAD_EXEC_TIME,
                    field,
                    ContractException.shown(text) + " is not the one spelling of this instant",
                    "write " + instant);
        }
        return new ExecTime(instant, tilde < 0 ? null : RecordPosition.parse(field, text.substring(tilde + 1)));
    }

    @Override
    public String toString() {
        return position == null ? instant.toString() : instant + "~" + position;
    }
}
