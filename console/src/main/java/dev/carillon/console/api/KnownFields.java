package dev.carillon.console.api;

import dev.carillon.console.problem.ConsoleException;
import dev.carillon.console.problem.ConsoleProblem;
import dev.carillon.kit.config.NearestWord;
import dev.carillon.schemas.error.ContractException;
import dev.carillon.schemas.json.Fields;
import java.util.Collection;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;

/** Refuses unknown fields in bodies: records keep them for newer versions, but in a request they are typing errors. */
public final class KnownFields {
    private KnownFields() {}

    /** Refuses the fields of an object that were not read. */
    public static void requireNone(Fields fields) {
        Set<String> left = new TreeSet<>(fields.untaken());
        if (!left.isEmpty()) {
            String first = left.iterator().next();
            throw unknown(fields.pathOf(first), first, List.of());
        }
    }

    /**
     * Refuses the unknown fields of a record.
     *
     * @param path of the object with the fields, with a dot at its end; empty for the body itself
     * @param known the fields to suggest from
     */
    public static void require(String path, Collection<String> unknown, Collection<String> known) {
        for (String name : unknown) {
            throw unknown(path + name, name, known);
        }
    }

    private static ConsoleException unknown(String field, String name, Collection<String> known) {
        String hint = NearestWord.to(name, known)
                .map(near -> "; did you mean " + near + "?")
                .orElse("");
        return new ConsoleException(
                ConsoleProblem.UNKNOWN_FIELD,
                "there is no field " + ContractException.shown(field) + hint,
                field,
                name,
                known.isEmpty() ? null : String.join(", ", known));
    }
}
