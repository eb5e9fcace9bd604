package dev.carillon.worker.offset;

/** The worker's membership in its consumer group at one moment; only the Kafka classes look inside. */
public interface GroupMembership {}
