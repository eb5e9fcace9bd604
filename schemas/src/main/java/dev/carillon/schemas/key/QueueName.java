package dev.carillon.schemas.key;

import dev.carillon.schemas.error.ContractException;
import dev.carillon.schemas.error.ErrorCode;
import java.util.regex.Pattern;

/** The rule for queue names: they become parts of topic names. */
public final class QueueName {
    public static final String DEFAULT = "default";
    private static final Pattern ALLOWED = Pattern.compile("[a-z0-9-]{1,50}");

    private QueueName() {}

    public static boolean allows(String queue) {
        return ALLOWED.matcher(queue).matches();
    }

    public static String check(String field, String queue) {
        if (!allows(queue)) {
            throw new ContractException(
                    ErrorCode.BAD_QUEUE,
                    field,
                    ContractException.shown(queue) + " is not a queue name",
                    "use 1 to 50 of a-z, 0-9 and hyphen");
        }
        return queue;
    }
}
