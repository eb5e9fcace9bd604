package dev.carillon.worker.wire;

import java.util.Comparator;

/** A partition that tasks are read from. */
public record InputPartition(String topic, int number) implements Comparable<InputPartition> {
    private static final Comparator<InputPartition> ORDER =
            Comparator.comparing(InputPartition::topic).thenComparingInt(InputPartition::number);

    @Override
    public int compareTo(InputPartition other) {
        return ORDER.compare(this, other);
    }

    @Override
    public String toString() {
        return topic + "-" + number;
    }
}
