package dev.carillon.console.api.write;

import dev.carillon.console.api.Parameters;
import dev.carillon.console.problem.ConsoleException;
import dev.carillon.console.problem.ConsoleProblem;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/** The version of a schedule or a calendar, the offset of its record, as an ETag; and the conditions that name one. */
public final class Etag {
    private static final String ANY = "*";
    private static final int MAX = 200;

    private Etag() {}

    public static String of(long version) {
        return "\"" + version + "\"";
    }

    /**
     * Refuses a change that was made for another version.
     *
     * @param what it is that is to be changed, with its article
     * @param version of the one that there is; null for none
     */
    public static void check(Parameters headers, String what, @Nullable Long version) {
        String wanted = headers.text("If-Match", MAX);
        if (wanted != null && !matches("If-Match", wanted, version)) {
            throw changed(what, "If-Match", wanted, version);
        }
        String unwanted = headers.text("If-None-Match", MAX);
        if (unwanted != null && matches("If-None-Match", unwanted, version)) {
            throw changed(what, "If-None-Match", unwanted, version);
        }
    }

    private static boolean matches(String name, String said, @Nullable Long version) {
        if (said.strip().equals(ANY)) {
            return version != null;
        }
        Set<String> named = new TreeSet<>();
        for (String one : said.split(",", -1)) {
            if (!one.strip().matches("(W/)?\"[^\"]*\"")) {
                throw Parameters.refused(name, said, "it is no ETag", "an ETag in double quotes, or *");
            }
            named.add(one.strip());
        }
        return version != null && named.contains(of(version));
    }

    private static ConsoleException changed(String what, String name, String said, @Nullable Long version) {
        String there = version == null ? "there is none" : "it is " + of(version) + " now";
        return new ConsoleException(
                ConsoleProblem.CHANGED_MEANWHILE,
                what + " is not the one that " + name + " asks for: " + there,
                name,
                said,
                there);
    }
}
