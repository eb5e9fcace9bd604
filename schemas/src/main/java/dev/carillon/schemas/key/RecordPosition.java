package dev.carillon.schemas.key;

import dev.carillon.schemas.error.ContractException;
import dev.carillon.schemas.error.ErrorCode;
import java.util.Set;

/**
 * The position of a task record: {@code <queue>.<priority>-<partition>-<offset>} or {@code
 * delayed-<partition>-<offset>}.
 */
public record RecordPosition(String lane, int partition, long offset) {
    /** The lane of the {@code delayed} topic; all other lanes have a dot. */
    public static final String DELAYED = "delayed";

    private static final Set<String> PRIORITIES = Set.of("urgent", "high", "normal", "low");

    static RecordPosition parse(String field, String text) {
        int last = text.lastIndexOf('-');
        int middle = last < 1 ? -1 : text.lastIndexOf('-', last - 1);
        try {
            if (middle < 1) {
                throw new NumberFormatException(text);
            }
            RecordPosition position = new RecordPosition(
                    text.substring(0, middle),
                    Integer.parseInt(text.substring(middle + 1, last)),
                    Long.parseLong(text.substring(last + 1)));
            if (!isLane(position.lane)
                    || position.partition < 0
                    || position.offset < 0
                    || !position.toString().equals(text)) {
                throw new NumberFormatException(text);
            }
            return position;
        } catch (NumberFormatException e) {
            throw new ContractException(
                    ErrorCode.BAD_EXEC_TIME,
                    field,
                    ContractException.shown(text) + " is not a record position",
                    "leave execTime out to have it derived, or give a plain instant");
        }
    }

    private static boolean isLane(String lane) {
        int dot = lane.indexOf('.');
        return lane.equals(DELAYED)
                || (dot > 0
                        && QueueName.allows(lane.substring(0, dot))
                        && PRIORITIES.contains(lane.substring(dot + 1)));
    }

    @Override
    public String toString() {
        return lane + "-" + partition + "-" + offset;
    }
}
