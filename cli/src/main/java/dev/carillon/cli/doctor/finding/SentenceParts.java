package dev.carillon.cli.doctor.finding;

import dev.carillon.insight.words.TextPieces;
import java.util.Collection;
import java.util.Locale;

/** Formats failures, lists of names and sizes for findings. */
public final class SentenceParts {
    private static final int NAMES_SHOWN = 4;
    private static final long KIB = 1024;

    private SentenceParts() {}

    /** The failure's message, or its class name if it has none. */
    public static String of(Throwable failure) {
        String message = failure.getMessage();
        return message == null || message.isBlank() ? failure.getClass().getSimpleName() : TextPieces.oneLine(message);
    }

    /** {@code a, b, c, d and 3 more}. */
    public static String some(Collection<String> names) {
        String shown = String.join(
                ", ", names.stream().limit(NAMES_SHOWN).map(TextPieces::oneLine).toList());
        int more = names.size() - NAMES_SHOWN;
        return more > 0 ? shown + " and " + more + " more" : shown;
    }

    /** {@code 1.5 GB}; an unknown size, below zero, is a question mark. */
    public static String bytes(long bytes) {
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
