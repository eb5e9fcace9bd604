package dev.carillon.standalone.doctor;

import dev.carillon.standalone.render.Texts;
import java.util.Collection;
import java.util.Locale;

/** Small pieces of sentences. */
final class Words {
    private static final int NAMES_SHOWN = 4;
    private static final long KIB = 1024;

    private Words() {}

    /** A failure as one says it: its message, or its name if it has none. */
    static String of(Throwable failure) {
        String message = failure.getMessage();
        return message == null || message.isBlank() ? failure.getClass().getSimpleName() : Texts.oneLine(message);
    }

    /** {@code a, b, c, d and 3 more}. */
    static String some(Collection<String> names) {
        String shown = String.join(", ", names.stream().limit(NAMES_SHOWN).toList());
        int more = names.size() - NAMES_SHOWN;
        return more > 0 ? shown + " and " + more + " more" : shown;
    }

    /** {@code 1.5 GB}; a size nobody knows is a question mark. */
    static String bytes(long bytes) {
        if (bytes < 0) {
            return "?";
        }
        String[] units = {"B", "KB", "MB", "GB", "TB"};
        double size = bytes;
        int unit = 0;
        while (size >= KIB && unit < units.length - 1) {
            size /= KIB;
            unit++;
        }
        return unit == 0 || size >= 100
                ? Math.round(size) + " " + units[unit]
                : String.format(Locale.ROOT, "%.1f %s", size, units[unit]);
    }
}
