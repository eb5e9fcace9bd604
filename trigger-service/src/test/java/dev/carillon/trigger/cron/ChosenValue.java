package dev.carillon.trigger.cron;

import dev.carillon.schemas.key.Murmur2;
import java.nio.charset.StandardCharsets;
import java.util.BitSet;

/**
 * What {@code H} comes to, as plain numbers, so that whoever judges an expression need know of no hash: murmur2 of
 * {@code field:taskId}, placed among the values as a key is among partitions. Written from the page about cron, once more
 * than in the evaluator; {@code HashTest} has the numbers themselves.
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

    /** {@code H(first-last)/step}: what is chosen is where the steps begin. */
    BitSet steps(int first, int last, int step) {
        BitSet values = new BitSet();
        for (int value = among(first, Math.min(last, first + step - 1)); value <= last; value += step) {
            values.set(value);
        }
        return values;
    }
}
