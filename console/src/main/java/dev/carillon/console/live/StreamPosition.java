package dev.carillon.console.live;

import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * The position up to which a client got changes.
 *
 * @param run of the console, with which numbers start again
 * @param number of the last batch
 */
record StreamPosition(String run, long number) {
    private static final Pattern FORMAT = Pattern.compile("([0-9a-z]{1,20})-([0-9]{1,18})");

    /** Empty if the text is no position; the client that sent it then gets the event lost, as after a restart. */
    static Optional<StreamPosition> read(@Nullable String text) {
        Matcher matcher = FORMAT.matcher(text == null ? "" : text);
        return matcher.matches()
                ? Optional.of(new StreamPosition(matcher.group(1), Long.parseLong(matcher.group(2))))
                : Optional.empty();
    }

    @Override
    public String toString() {
        return run + "-" + number;
    }
}
