package dev.carillon.standalone.cli;

import dev.carillon.schemas.error.ContractException;
import dev.carillon.schemas.error.ErrorCode;
import dev.carillon.schemas.json.RawJson;
import dev.carillon.schemas.record.Limits;
import dev.carillon.standalone.render.Texts;
import java.nio.charset.StandardCharsets;

/** A payload as it is typed: JSON itself, {@code @file}, or {@code -} for standard input. */
final class PayloadText {
    private static final String FIELD = "--payload";

    private PayloadText() {}

    static RawJson read(String text, InputText input) {
        String json = text.equals("-") || text.startsWith("@")
                ? input.read(FIELD, text.equals("-") ? text : text.substring(1))
                : text;
        int bytes = json.getBytes(StandardCharsets.UTF_8).length;
        if (bytes > Limits.PAYLOAD_BYTES) {
            throw new ContractException(
                    ErrorCode.PAYLOAD_TOO_LARGE,
                    FIELD,
                    bytes + " bytes are over the limit of " + Limits.PAYLOAD_BYTES,
                    "put the data somewhere else and send where it lies");
        }
        try {
            return RawJson.parse(json);
        } catch (ContractException e) {
            throw new ContractException(
                    e.code(),
                    FIELD,
                    "is not one JSON value (" + Texts.shortened(String.valueOf(e.getMessage())) + ")",
                    "send one JSON value; a text is written with quotes of its own: '\"text\"'");
        }
    }
}
