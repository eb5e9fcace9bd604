package dev.carillon.console.api;

import dev.carillon.console.problem.ConsoleException;
import dev.carillon.console.problem.ConsoleProblem;
import dev.carillon.schemas.error.ContractException;
import java.util.Locale;
import java.util.Set;
import java.util.function.Function;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Who is let in. There is no login yet, so everything hangs on this: that a request names this machine as its host (else
 * a web page could reach the console under a name of its own, by DNS rebinding), and that nothing is changed for a page
 * of another origin. Programs that are no browsers say nothing of where they come from, and pass.
 */
final class Door {
    private static final Set<String> HOSTS = Set.of("localhost", "127.0.0.1", "[::1]");
    private static final Pattern HOST = Pattern.compile("(\\[[0-9a-f:.]+]|[^:\\[\\]]+)(:[0-9]{1,5})?");
    private static final Set<String> HARMLESS = Set.of("GET", "HEAD", "OPTIONS");
    /** A dot segment in any spelling, an encoded slash or backslash or control character, a parameter, an empty part. */
    private static final Pattern TRICK = Pattern.compile(
            "(^|/)(\\.|%2e){1,2}(/|$)|%2f|%5c|%[01][0-9a-f]|%7f|[\\\\;\\x00-\\x1f\\x7f]|//|%(?![0-9a-f]{2})",
            Pattern.CASE_INSENSITIVE);

    private Door() {}

    /**
     * Refuses a request that must not come in.
     *
     * @param rawPath as it stands in the request, still encoded
     * @param header the value of a header, or null
     */
    static void check(String method, String rawPath, Function<String, @Nullable String> header) {
        checkHost(header.apply("Host"));
        if (!HARMLESS.contains(method)) {
            checkOrigin(header);
        }
        if (TRICK.matcher(rawPath).find()) {
            throw new ConsoleException(
                    ConsoleProblem.BAD_PATH,
                    "the path " + ContractException.shown(rawPath) + " is not spelled plainly",
                    "path",
                    rawPath,
                    "no dot segments, empty segments, encoded slashes, semicolons or control characters");
        }
    }

    private static void checkHost(@Nullable String host) {
        var matcher = HOST.matcher(host == null ? "" : host.toLowerCase(Locale.ROOT));
        if (!matcher.matches() || !HOSTS.contains(matcher.group(1))) {
            throw new ConsoleException(
                    ConsoleProblem.WRONG_HOST,
                    "this console answers only where it is called by this machine's own name, and was called as "
                            + ContractException.shown(host),
                    "Host",
                    String.valueOf(host),
                    "localhost, 127.0.0.1 or [::1]");
        }
    }

    private static void checkOrigin(Function<String, @Nullable String> header) {
        String site = header.apply("Sec-Fetch-Site");
        if (site != null) {
            if (!site.equals("same-origin") && !site.equals("none")) {
                throw otherOrigin("Sec-Fetch-Site", site, "same-origin");
            }
            return;
        }
        // Browsers before Sec-Fetch-Site say Origin with every method that changes something.
        String origin = header.apply("Origin");
        String own = "http://" + header.apply("Host");
        if (origin != null && !origin.equalsIgnoreCase(own)) {
            throw otherOrigin("Origin", origin, own);
        }
    }

    private static ConsoleException otherOrigin(String field, String value, String limit) {
        return new ConsoleException(
                ConsoleProblem.OTHER_ORIGIN,
                "a web page of another origin asks to change something here (" + field + ": "
                        + ContractException.shown(value) + ")",
                field,
                value,
                limit);
    }
}
