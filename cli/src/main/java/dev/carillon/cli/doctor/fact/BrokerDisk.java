package dev.carillon.cli.doctor.fact;

import org.jspecify.annotations.Nullable;

/**
 * A log directory of a broker.
 *
 * @param total its size in bytes; -1 if the broker does not report it
 * @param usable its free space in bytes; -1 if the broker does not report it
 * @param failure why the broker can't use it, or null
 */
public record BrokerDisk(
        int broker,
        String path,
        long total,
        long usable,
        @Nullable String failure) {}
