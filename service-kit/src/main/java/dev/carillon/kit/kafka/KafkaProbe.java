package dev.carillon.kit.kafka;

import java.util.Optional;

/** Asks Kafka once for a sign of life. */
interface KafkaProbe {
    /** Empty when a broker has answered; else why not, in a few words. */
    Optional<String> whyUnreachable() throws InterruptedException;
}
