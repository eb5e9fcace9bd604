package dev.carillon.console.history.fold;

import org.jspecify.annotations.Nullable;

/** How much of a text the history stores. */
final class TextLimits {
    /** Enough for a message in a list. */
    static final int MESSAGE = 500;
    /** Enough for the part of a stack trace that names the cause. */
    static final int ERROR = 4_000;

    private TextLimits() {}

    /** The text, or its beginning and an ellipsis, without cutting a surrogate pair. */
    static @Nullable String cut(@Nullable String text, int most) {
        if (text == null || text.length() <= most) {
            return text;
        }
        int end = Character.isHighSurrogate(text.charAt(most - 2)) ? most - 2 : most - 1;
        return text.substring(0, end) + "…";
    }
}
