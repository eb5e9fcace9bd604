package dev.carillon.worker.offset;

import org.apache.kafka.clients.consumer.ConsumerGroupMetadata;

/** The group metadata of this member, generation included. */
public record KafkaMembership(ConsumerGroupMetadata metadata) implements GroupMembership {}
