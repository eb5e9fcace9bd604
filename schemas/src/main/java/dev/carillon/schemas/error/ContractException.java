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
    private final String problem;
    private final String fix;
    private final @Nullable String limit;

    public ContractException(ErrorCode code, String field, String problem, String fix) {
        this(code, field, problem, fix, null);
    }

    /** As above, for a refusal whose limit can be said in a few words of its own. */
    public ContractException(ErrorCode code, String field, String problem, String fix, @Nullable String limit) {
        super(oneLine(field + ": " + problem + "; " + fix));
        this.code = code;
        this.field = oneLine(field);
        this.problem = problem;
        this.fix = oneLine(fix);
        this.limit = limit;
    }

    /** Messages travel in headers and results and stand in logs, so they are short and on one line. */
    private static String oneLine(String message) {
        String cut = message.length() > MAX_MESSAGE ? message.substring(0, MAX_MESSAGE) + "…" : message;
        return cut.replaceAll("\\p{Cntrl}", "?");
    }

    /** The same refusal, of a field that lies within another one. */
    public ContractException within(String outer) {
        return ofField(field.isEmpty() ? outer : outer + "." + field);
    }

    /** The same refusal, of a field of another name. */
    public ContractException ofField(String newField) {
        ContractException renamed = new ContractException(code, newField, problem, fix, limit);
        renamed.setStackTrace(getStackTrace());
        return renamed;
    }

    /** The stable code that scripts and dashboards match on. */
    public ErrorCode code() {
        return code;
    }

    /** The path of the offending field, for example {@code retry.maxRetries}. */
    public String field() {
        return field;
    }

    /** How to mend it. */
    public String fix() {
        return fix;
    }

    /** What the field may hold, where that can be said in a few words. */
    public @Nullable String limit() {
        return limit;
    }

    /** A value as it may stand in a message: quoted, cut, and without control characters. */
    public static String shown(@Nullable Object value) {
        String text = String.valueOf(value);
        String cut = text.length() > SHOWN_VALUE ? text.substring(0, SHOWN_VALUE) + "…" : text;
        return '"' + cut.replaceAll("\\p{Cntrl}", "?") + '"';
    }
}
