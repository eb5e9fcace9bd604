package dev.carillon.console.history.fold;

import org.jspecify.annotations.Nullable;

/** How much of texts is kept. */
final class Texts {
    /** What a list shows of a message. */
    static final int MESSAGE = 500;
    /** A stack trace's part that names the cause. */
    static final int ERROR = 4_000;

    private Texts() {}

    /** The text, or its beginning and an ellipsis; never half a character. */
    static @Nullable String cut(@Nullable String text, int most) {
        if (text == null || text.length() <= most) {
            return text;
        }
        int end = Character.isHighSurrogate(text.charAt(most - 2)) ? most - 2 : most - 1;
        return text.substring(0, end) + "…";
    }
}
