package dev.carillon.trigger.dispatch;

/** Finds the end of {@code trigger-state} in Kafka, behind what is not committed yet. */
@FunctionalInterface
public interface KafkaStateEnd {
    long get();
}
