package dev.carillon.system.architecture.planted.worker;

import org.apache.kafka.clients.consumer.Consumer;

/** May use Kafka, because it is a composition root. */
public record PutsTogether(Consumer<byte[], byte[]> consumer) {}
