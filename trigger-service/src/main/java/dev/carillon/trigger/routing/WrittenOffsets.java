package dev.carillon.trigger.routing;

import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;

/** The end of each partition that this instance has written to, as far as its own records show. */
final class WrittenOffsets {
    private final Map<String, long[]> byTopic = new HashMap<>();

    /** A task was written there. */
    void wrote(String topic, int number, long offset) {
        long[] ends = byTopic.computeIfAbsent(topic, name -> new long[number + 1]);
        if (number >= ends.length) {
            ends = Arrays.copyOf(ends, number + 1);
            byTopic.put(topic, ends);
        }
        ends[number] = Math.max(ends[number], offset + 1);
    }

    /** How many records lie in the partition from the position on; 0 if unknown. */
    long beyond(String topic, int number, long position) {
        long[] ends = byTopic.get(topic);
        return ends == null || number >= ends.length || position < 0 ? 0 : Math.max(0, ends[number] - position);
    }
}
