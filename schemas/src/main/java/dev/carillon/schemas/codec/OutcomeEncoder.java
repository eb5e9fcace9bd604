package dev.carillon.schemas.codec;

import dev.carillon.schemas.json.Json;
import dev.carillon.schemas.record.Outcome;

/**
 * Encodes an outcome around the bytes of its last result, where those are known already: it means what {@link Kind#OUTCOME}
 * makes of it, and is the same byte for byte if the result is as we write it.
 */
public final class OutcomeEncoder {
    private OutcomeEncoder() {}

    /**
     * The value of the outcome's record.
     *
     * @param last the outcome's last result, as a record of its own has it; without a task
     */
    public static byte[] encode(Outcome outcome, byte[] last) {
        byte[] bytes = Json.writeObject(out -> outcome.writeAround(last, out));
        Kind.OUTCOME.checkSize(bytes.length);
        return bytes;
    }
}
