package dev.carillon.client;

/**
 * What a consumer group has stored of one partition.
 *
 * @param offset the next record it would read
 * @param metadata what it noted beside, in a format of its own; empty if nothing
 */
public record GroupOffset(String topic, int partition, long offset, String metadata) {}
