package dev.carillon.kit.kafka;

import java.util.Optional;

/** Asks Kafka for a sign of life. */
interface KafkaProbe extends AutoCloseable {
    /** Empty when a broker has answered; else why not, in a few words. */
    Optional<String> whyUnreachable() throws InterruptedException;

    @Override
    default void close() {}
}
