package dev.carillon.schemas.work;

import dev.carillon.schemas.error.ContractException;
import dev.carillon.schemas.error.ErrorCode;
import dev.carillon.schemas.json.Fields;
import java.util.Arrays;
import java.util.stream.Collectors;

/** How the partition of a tick is chosen. */
public enum Routing {
    /** The home partition of its key. */
    HASH,
    ROUND_ROBIN,
    WEIGHTED_ROUND_ROBIN,
    RANDOM,
    LEAST_TASKS,
    LEAST_LOAD,
    LEAST_CONNECTIONS;

    /** The strategy with this name in JSON. */
    public static Routing named(String field, String name) {
        for (Routing routing : values()) {
            if (Fields.spelled(routing).equals(name)) {
                return routing;
            }
        }
        throw new ContractException(
                ErrorCode.UNKNOWN_VALUE,
                field,
                ContractException.shown(name) + " is no routing strategy",
                "use one of " + names(),
                names());
    }

    /** All strategies, as spelled in JSON. */
    public static String names() {
        return Arrays.stream(values()).map(Fields::spelled).collect(Collectors.joining(", "));
    }
}
