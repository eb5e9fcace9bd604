package dev.carillon.kit.kafka;

import java.util.Optional;

/** Checks whether Kafka answers. */
interface KafkaProbe extends AutoCloseable {
    /** Empty when a broker has answered; else a short reason. */
    Optional<String> whyUnreachable() throws InterruptedException;

    @Override
    default void close() {}
}
