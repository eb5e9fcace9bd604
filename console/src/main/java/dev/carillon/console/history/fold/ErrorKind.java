package dev.carillon.console.history.fold;

import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Errors that differ in numbers and names only, and so form one group in the page.
 *
 * @param id never 0
 * @param message of one of them
 */
public record ErrorKind(
        long id, @Nullable String code, @Nullable String message) {
    private static final int COMPARED = 200;
    /** Parts that differ between failures of one kind: quoted text, but not after an apostrophe, and words with digits. */
    private static final Pattern CHANGING =
            Pattern.compile("\"[^\"]{0,100}\"|(?<!\\w)'[^']{0,100}'|[\\w.:/-]{0,80}\\d[\\w.:/-]{0,80}");

    private static final long FNV_BASIS = 0xcbf29ce484222325L;
    private static final long FNV_PRIME = 0x100000001b3L;

    static ErrorKind of(@Nullable String code, @Nullable String message) {
        // Cut after the replacement, or numbers of different lengths would move the rest across the cut.
        String text = CHANGING.matcher(message == null ? "" : message).replaceAll("#");
        String same = text.length() > COMPARED ? text.substring(0, COMPARED) : text;
        long hash = hash(FNV_BASIS, code == null ? "" : code);
        hash = hash(hash(hash, "\n"), same);
        return new ErrorKind(hash == 0 ? 1 : hash, code, message);
    }

    private static long hash(long from, String text) {
        long hash = from;
        for (int i = 0; i < text.length(); i++) {
            hash = (hash ^ text.charAt(i)) * FNV_PRIME;
        }
        return hash;
    }
}
