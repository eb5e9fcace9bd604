package dev.carillon.console.api;

import dev.carillon.console.problem.ConsoleException;
import dev.carillon.console.problem.ConsoleProblem;
import dev.carillon.kit.config.Nearest;
import dev.carillon.schemas.error.ContractException;
import dev.carillon.schemas.json.Fields;
import java.util.Collection;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;

/** A body that names an unknown field is refused: records keep such fields for newer versions, but people mistype. */
public final class KnownFields {
    private KnownFields() {}

    /** Refuses what was not taken of an object. */
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
     * @param path of the object that they stand in, with a dot behind it; empty for the body itself
     * @param known those that might have been meant
     */
    public static void require(String path, Collection<String> unknown, Collection<String> known) {
        for (String name : unknown) {
            throw unknown(path + name, name, known);
        }
    }

    private static ConsoleException unknown(String field, String name, Collection<String> known) {
        String hint = Nearest.to(name, known)
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
