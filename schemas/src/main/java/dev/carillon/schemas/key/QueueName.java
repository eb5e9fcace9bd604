package dev.carillon.schemas.key;

import dev.carillon.schemas.error.ContractException;
import dev.carillon.schemas.error.ErrorCode;

/** The rule for queue names: they become parts of topic names. */
public final class QueueName {
    public static final String DEFAULT = "default";
    public static final int MAX_LENGTH = 50;

    private QueueName() {}

    public static boolean allows(String queue) {
        boolean allowed = !queue.isEmpty() && queue.length() <= MAX_LENGTH;
        for (int i = 0; i < queue.length() && allowed; i++) {
            char c = queue.charAt(i);
            allowed = (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '-';
        }
        return allowed;
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
