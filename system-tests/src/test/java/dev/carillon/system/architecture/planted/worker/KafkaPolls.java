package dev.carillon.system.architecture.planted.worker;

import org.apache.kafka.clients.consumer.Consumer;

/** Promises Kafka, and may. */
public record KafkaPolls(Consumer<byte[], byte[]> consumer) {}
