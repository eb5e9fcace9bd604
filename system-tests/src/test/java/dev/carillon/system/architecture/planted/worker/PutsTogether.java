package dev.carillon.system.architecture.planted.worker;

import org.apache.kafka.clients.consumer.Consumer;

/** A composition root, and may. */
public record PutsTogether(Consumer<byte[], byte[]> consumer) {}
