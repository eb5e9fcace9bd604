package dev.carillon.schemas.key;

import dev.carillon.schemas.error.ContractException;
import dev.carillon.schemas.error.ErrorCode;
import java.nio.charset.StandardCharsets;

/** The rule for taskIds: they are used in keys, topics, file names and URLs, so their alphabet is small. */
public final class TaskId {
    public static final int MAX_LENGTH = 200;

    private TaskId() {}

    /** Returns the taskId, or throws if it is invalid. */
    public static String check(String field, String taskId) {
        if (taskId.isEmpty() || taskId.length() > MAX_LENGTH) {
            throw new ContractException(
                    ErrorCode.BAD_TASK_ID,
                    field,
                    ContractException.shown(taskId) + " has " + taskId.length() + " characters, allowed are 1 to "
                            + MAX_LENGTH,
                    "choose a shorter name");
        }
        for (int i = 0; i < taskId.length(); i++) {
            if (!allowed(taskId.charAt(i))) {
                throw new ContractException(
                        ErrorCode.BAD_TASK_ID,
                        field,
                        ContractException.shown(taskId) + " has a character at position " + (i + 1)
                                + " that is not allowed",
                        "use only letters A-Z a-z, digits, dot, underscore and hyphen");
            }
        }
        return taskId;
    }

    /** As {@link #check}, for the bytes between two positions. */
    static String read(String field, byte[] source, int start, int end) {
        boolean plain = end > start && end - start <= MAX_LENGTH;
        for (int i = start; i < end && plain; i++) {
            plain = allowed((char) (source[i] & 0xff));
        }
        return plain
                ? new String(source, start, end - start, StandardCharsets.ISO_8859_1)
                : check(field, new String(source, start, end - start, StandardCharsets.UTF_8));
    }

    private static boolean allowed(char c) {
        return (c >= 'a' && c <= 'z')
                || (c >= 'A' && c <= 'Z')
                || (c >= '0' && c <= '9')
                || c == '.'
                || c == '_'
                || c == '-';
    }
}
