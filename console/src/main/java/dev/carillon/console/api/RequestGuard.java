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
 * Decides which requests are served. There is no login, so this is the only protection: a request must name this
 * machine as its host (else a web page could reach the console under its own name, by DNS rebinding), and a web page of
 * another origin can't change anything. Programs outside a browser send no origin and pass.
 */
final class RequestGuard {
    private static final Set<String> HOSTS = Set.of("localhost", "127.0.0.1", "[::1]");
    private static final Pattern HOST = Pattern.compile("(\\[[0-9a-f:.]+]|[^:\\[\\]]+)(:[0-9]{1,5})?");
    private static final Set<String> HARMLESS = Set.of("GET", "HEAD", "OPTIONS");
    /** A dot segment in any spelling, an encoded slash, backslash or control character, a parameter, an empty part. */
    private static final Pattern TRICK = Pattern.compile(
            "(^|/)(\\.|%2e){1,2}(/|$)|%2f|%5c|%[01][0-9a-f]|%7f|[\\\\;\\x00-\\x1f\\x7f]|//|%(?![0-9a-f]{2})",
            Pattern.CASE_INSENSITIVE);

    private RequestGuard() {}

    /**
     * Refuses a foreign host, a change by a page of another origin, and a path that can be read in two ways.
     *
     * @param rawPath as the request has it, still encoded
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
                    "the path " + ContractException.shown(rawPath) + " can be read in more than one way",
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
                    "this console answers only to this machine's own names, and was called as "
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
        // Older browsers without Sec-Fetch-Site send Origin with every method that changes something.
        String origin = header.apply("Origin");
        String own = "http://" + header.apply("Host");
        if (origin != null && !origin.equalsIgnoreCase(own)) {
            throw otherOrigin("Origin", origin, own);
        }
    }

    private static ConsoleException otherOrigin(String field, String value, String limit) {
        return new ConsoleException(
                ConsoleProblem.OTHER_ORIGIN,
                "a web page of another origin tried to change something (" + field + ": "
                        + ContractException.shown(value) + ")",
                field,
                value,
                limit);
    }
}
