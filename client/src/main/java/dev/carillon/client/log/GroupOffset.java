package dev.carillon.client.log;

/**
 * The offset that a consumer group has stored for one partition.
 *
 * @param offset the next record it would read
 * @param metadata what the group stored with the offset, in its own format; may be empty
 */
public record GroupOffset(String topic, int partition, long offset, String metadata) {}
