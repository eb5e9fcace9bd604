package dev.carillon.schemas.error;

import java.io.Serial;
import org.jspecify.annotations.Nullable;

/**
 * Input that breaks the contract. It says which field, which value, which limit, and how to mend it, because the
 * person who reads it is the one who can.
 */
public final class ContractException extends RuntimeException {
    @Serial
    private static final long serialVersionUID = 1L;

    private static final int SHOWN_VALUE = 80;
    private static final int MAX_MESSAGE = 1_000;

    private final ErrorCode code;
    private final String field;

    public ContractException(ErrorCode code, String field, String problem, String fix) {
        super(oneLine(field + ": " + problem + "; " + fix));
        this.code = code;
        this.field = field;
    }

    /** Messages travel in headers and results and stand in logs, so they are short and on one line. */
    private static String oneLine(String message) {
        String cut = message.length() > MAX_MESSAGE ? message.substring(0, MAX_MESSAGE) + "…" : message;
        return cut.replaceAll("\\p{Cntrl}", "?");
    }

    /** The stable code that scripts and dashboards match on. */
    public ErrorCode code() {
        return code;
    }

    /** The path of the offending field, for example {@code retry.maxRetries}. */
    public String field() {
        return field;
    }

    /** A value as it may stand in a message: quoted, cut, and without control characters. */
    public static String shown(@Nullable Object value) {
        String text = String.valueOf(value);
        String cut = text.length() > SHOWN_VALUE ? text.substring(0, SHOWN_VALUE) + "…" : text;
        return '"' + cut.replaceAll("\\p{Cntrl}", "?") + '"';
    }
}
