package dev.carillon.timing.cron;

import dev.carillon.schemas.key.Murmur2;
import java.nio.charset.StandardCharsets;
import java.util.BitSet;

/**
 * The value that {@code H} stands for, so that other tests need no hash: murmur2 of {@code field:taskId}, mapped to the
 * values as a key is to partitions. A second implementation, from the page about cron; {@code HashTest} has the numbers
 * themselves.
 */
final class ChosenValue {
    private final String field;
    private final String taskId;

    ChosenValue(String field, String taskId) {
        this.field = field;
        this.taskId = taskId;
    }

    /** {@code H(first-last)}, and {@code H} with the limits of its field. */
    int among(int first, int last) {
        byte[] bytes = (field + ":" + taskId).getBytes(StandardCharsets.UTF_8);
        return first + Murmur2.partition(bytes, last - first + 1);
    }

    /** {@code H(first-last)/step}: the chosen value is where the steps begin. */
    BitSet steps(int first, int last, int step) {
        BitSet values = new BitSet();
        for (int value = among(first, Math.min(last, first + step - 1)); value <= last; value += step) {
            values.set(value);
        }
        return values;
    }
}
