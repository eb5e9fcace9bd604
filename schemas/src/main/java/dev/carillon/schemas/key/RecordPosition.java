package dev.carillon.schemas.key;

import dev.carillon.schemas.error.ContractException;
import dev.carillon.schemas.error.ErrorCode;

/** Where a hand-made task lies: {@code <queue>.<priority>-<partition>-<offset>} or {@code delayed-<partition>-<offset>}. */
public record RecordPosition(String lane, int partition, long offset) {

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
            if (position.partition < 0
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

    @Override
    public String toString() {
        return lane + "-" + partition + "-" + offset;
    }
}
