package dev.carillon.schemas.error;

import java.io.Serial;
import org.jspecify.annotations.Nullable;

/**
 * Input that breaks the contract. It names the field, the value, the limit and the fix, for the person who can correct
 * the input.
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

    /** As above, with the limit as a separate short text. */
    public ContractException(ErrorCode code, String field, String problem, String fix, @Nullable String limit) {
        super(oneLine(field + ": " + problem + "; " + fix));
        this.code = code;
        this.field = oneLine(field);
        this.problem = problem;
        this.fix = oneLine(fix);
        this.limit = limit;
    }

    /** Messages go into headers, results and logs, so they are short and on one line. */
    private static String oneLine(String message) {
        String cut = message.length() > MAX_MESSAGE ? message.substring(0, MAX_MESSAGE) + "…" : message;
        return cut.replaceAll("\\p{Cntrl}", "?");
    }

    /** The same refusal, for a field inside another one. */
    public ContractException within(String outer) {
        return ofField(field.isEmpty() ? outer : outer + "." + field);
    }

    /** The same refusal, with another field name. */
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

    /** How to correct the input. */
    public String fix() {
        return fix;
    }

    /** The field's limit as a short text; null if it has none. */
    public @Nullable String limit() {
        return limit;
    }

    /** A value for a message: quoted, shortened and without control characters. */
    public static String shown(@Nullable Object value) {
        String text = String.valueOf(value);
        String cut = text.length() > SHOWN_VALUE ? text.substring(0, SHOWN_VALUE) + "…" : text;
        return '"' + cut.replaceAll("\\p{Cntrl}", "?") + '"';
    }
}
