package dev.carillon.insight.why;

import dev.carillon.schemas.trigger.DependencyProgress;
import java.time.DateTimeException;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/** The instants after the decided ones for which all parents of a schedule have ended. */
final class FinishedInstants {
    private static final String DECIDED = "!";

    private FinishedInstants() {}

    /** Whether the instant surely has its task or its skip. */
    static boolean has(DependencyProgress dependencies, Instant instant) {
        return dependencies.progress().stream()
                        .anyMatch(entry -> entry.startsWith(instant + " ") && entry.endsWith(DECIDED))
                || dependencies.finished().stream()
                        .anyMatch(stretch -> stretch.equals(instant.toString())
                                || stretch.startsWith(instant + "/")
                                || stretch.endsWith("/" + instant));
    }

    /** Whether the instant lies in a stretch of which no planned instant is left to decide. */
    static boolean mayHave(DependencyProgress dependencies, Instant instant) {
        return dependencies.finished().stream().anyMatch(stretch -> contains(stretch, instant));
    }

    private static boolean contains(String stretch, Instant instant) {
        int slash = stretch.indexOf('/');
        Instant first = read(slash < 0 ? stretch : stretch.substring(0, slash));
        Instant last = slash < 0 ? first : read(stretch.substring(slash + 1));
        return first != null && last != null && !instant.isBefore(first) && !instant.isAfter(last);
    }

    private static @Nullable Instant read(String text) {
        try {
            return Instant.parse(text);
        } catch (DateTimeException e) {
            return null; // Safe: the answer is then the one for an instant of which nothing is known.
        }
    }
}
