package dev.carillon.cli.frame;

import dev.carillon.insight.words.TextPieces;
import dev.carillon.schemas.error.ContractException;
import dev.carillon.schemas.error.ErrorCode;
import dev.carillon.schemas.json.RawJson;
import dev.carillon.schemas.work.Limits;

/** Reads a payload: JSON itself, {@code @file}, or {@code -} for standard input. */
public final class PayloadText {
    private static final String FIELD = "--payload";

    private PayloadText() {}

    public static RawJson read(String text, InputText input) {
        String json = text.equals("-") || text.startsWith("@")
                ? input.read(FIELD, text.equals("-") ? text : text.substring(1))
                : text;
        RawJson payload = parsed(json);
        // Blanks around it are not sent and don't count: a file may end with a line break.
        if (payload.length() > Limits.PAYLOAD_BYTES) {
            throw new ContractException(
                    ErrorCode.PAYLOAD_TOO_LARGE,
                    FIELD,
                    payload.length() + " bytes are over the limit of " + Limits.PAYLOAD_BYTES,
                    "store the data elsewhere and send its address");
        }
        return payload;
    }

    private static RawJson parsed(String json) {
        try {
            return RawJson.parse(json);
        } catch (ContractException e) {
            throw new ContractException(
                    e.code(),
                    FIELD,
                    "is not one JSON value (" + TextPieces.shortened(String.valueOf(e.getMessage())) + ")",
                    "send one JSON value; text needs quotes of its own: '\"text\"'");
        }
    }
}
