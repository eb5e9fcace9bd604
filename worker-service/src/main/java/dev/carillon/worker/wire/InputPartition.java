package dev.carillon.worker.wire;

import java.util.Comparator;

/** A partition that tasks are read from. Each record names one, so its hash is computed once. */
public final class InputPartition implements Comparable<InputPartition> {
    private static final Comparator<InputPartition> ORDER =
            Comparator.comparing(InputPartition::topic).thenComparingInt(InputPartition::number);

    private final String topic;
    private final int number;
    private final int hash;

    public InputPartition(String topic, int number) {
        this.topic = topic;
        this.number = number;
        this.hash = 31 * topic.hashCode() + number;
    }

    public String topic() {
        return topic;
    }

    public int number() {
        return number;
    }

    @Override
    public int compareTo(InputPartition other) {
        return ORDER.compare(this, other);
    }

    @Override
    public boolean equals(Object other) {
        return this == other
                || (other instanceof InputPartition id
                        && hash == id.hash
                        && number == id.number
                        && topic.equals(id.topic));
    }

    @Override
    public int hashCode() {
        return hash;
    }

    @Override
    public String toString() {
        return topic + "-" + number;
    }
}
