package dev.carillon.console.history.sql.database;

import dev.carillon.console.problem.ConsoleException;
import dev.carillon.console.problem.ConsoleProblem;
import org.jspecify.annotations.Nullable;

/** Encodes where a page begins as an opaque text, which the client passes back unchanged. */
public final class SqlCursor {
    private static final int RADIX = 36;
    private static final int LONGEST = 400;
    private static final String MARK = "c";

    private SqlCursor() {}

    public static String of(long number) {
        return MARK + Long.toString(number, RADIX);
    }

    public static String of(String text) {
        return MARK + text;
    }

    /** The number; null for the first page. */
    public static @Nullable Long number(@Nullable String cursor) {
        String text = text(cursor);
        if (text == null) {
            return null;
        }
        try {
            return Long.parseLong(text, RADIX);
        } catch (NumberFormatException e) {
            throw bad(text);
        }
    }

    public static @Nullable String text(@Nullable String cursor) {
        if (cursor == null) {
            return null;
        }
        if (!cursor.startsWith(MARK) || cursor.length() > LONGEST) {
            throw bad(cursor);
        }
        return cursor.substring(MARK.length());
    }

    public static ConsoleException bad(String cursor) {
        String shown = cursor.length() > 80 ? cursor.substring(0, 80) + "…" : cursor;
        return new ConsoleException(
                ConsoleProblem.BAD_CURSOR,
                "the cursor is not one that a page returned",
                "cursor",
                shown.replaceAll("\\p{Cntrl}", "?"),
                "start again without a cursor");
    }
}
