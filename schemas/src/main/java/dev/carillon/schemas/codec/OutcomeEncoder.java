package dev.carillon.schemas.codec;

import dev.carillon.schemas.json.Json;
import dev.carillon.schemas.record.Outcome;

/**
 * Encodes an outcome around the already encoded bytes of its last result. The value is equivalent to that of {@link
 * Kind#OUTCOME}, and identical in bytes if Carillon encoded the result.
 */
public final class OutcomeEncoder {
    private OutcomeEncoder() {}

    /**
     * The value of the outcome's record.
     *
     * @param last the outcome's last result, encoded; without a task
     */
    public static byte[] encode(Outcome outcome, byte[] last) {
        byte[] bytes = Json.writeObject(out -> outcome.writeAround(last, out));
        Kind.OUTCOME.checkSize(bytes.length);
        return bytes;
    }
}
