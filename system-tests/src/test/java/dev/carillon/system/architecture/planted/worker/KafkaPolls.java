package dev.carillon.system.architecture.planted.worker;

import org.apache.kafka.clients.consumer.Consumer;

/** May use Kafka, because its name has the prefix. */
public record KafkaPolls(Consumer<byte[], byte[]> consumer) {}
