package dev.carillon.console.api.write;

import dev.carillon.console.api.RequestParameters;
import dev.carillon.console.problem.ConsoleException;
import dev.carillon.console.problem.ConsoleProblem;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/** ETags, which hold the offset of a schedule's or calendar's record, and the checks of If-Match and If-None-Match. */
public final class VersionTag {
    private static final String ANY = "*";
    private static final int MAX = 200;

    private VersionTag() {}

    public static String of(long version) {
        return "\"" + version + "\"";
    }

    /**
     * Refuses a change that was made for another version.
     *
     * @param what names the kind of record, with its article
     * @param version of the stored record; null if there is none
     */
    public static void check(RequestParameters headers, String what, @Nullable Long version) {
        String wanted = headers.text("If-Match", MAX);
        if (wanted != null && !matches("If-Match", wanted, version)) {
            throw changed(what, "If-Match", wanted, version);
        }
        String unwanted = headers.text("If-None-Match", MAX);
        // This comparison is the weak one (RFC 9110), so W/"3" is version 3 too.
        if (unwanted != null && matches("If-None-Match", unwanted.replace("W/\"", "\""), version)) {
            throw changed(what, "If-None-Match", unwanted, version);
        }
    }

    private static boolean matches(String name, String condition, @Nullable Long version) {
        if (condition.strip().equals(ANY)) {
            return version != null;
        }
        Set<String> named = new TreeSet<>();
        for (String one : condition.split(",", -1)) {
            if (!one.strip().matches("(W/)?\"[^\"]*\"")) {
                throw RequestParameters.refused(name, condition, "it is not an ETag", "an ETag in double quotes, or *");
            }
            named.add(one.strip());
        }
        return version != null && named.contains(of(version));
    }

    private static ConsoleException changed(String what, String name, String condition, @Nullable Long version) {
        String stored = version == null ? "there is none" : "its version is " + of(version);
        return new ConsoleException(
                ConsoleProblem.CHANGED_MEANWHILE,
                what + " does not meet " + name + ": " + stored,
                name,
                condition,
                stored);
    }
}
