package dev.carillon.console.live;

import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * How far a client has heard.
 *
 * @param run of the console: numbers begin anew with each
 * @param number of the last event it has
 */
record Position(String run, long number) {
    private static final Pattern SPELLING = Pattern.compile("([0-9a-z]{1,20})-([0-9]{1,18})");

    /** Empty for what never was one; whoever sends it is told to begin anew, as it has to after a restart. */
    static Optional<Position> read(@Nullable String text) {
        Matcher matcher = SPELLING.matcher(text == null ? "" : text);
        return matcher.matches()
                ? Optional.of(new Position(matcher.group(1), Long.parseLong(matcher.group(2))))
                : Optional.empty();
    }

    @Override
    public String toString() {
        return run + "-" + number;
    }
}
