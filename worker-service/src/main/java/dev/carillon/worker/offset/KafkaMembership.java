package dev.carillon.worker.offset;

import org.apache.kafka.clients.consumer.ConsumerGroupMetadata;

/** The group's word for this member, generation included. */
public record KafkaMembership(ConsumerGroupMetadata metadata) implements Membership {}
