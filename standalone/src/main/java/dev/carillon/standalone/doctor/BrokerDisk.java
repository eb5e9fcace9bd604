package dev.carillon.standalone.doctor;

import org.jspecify.annotations.Nullable;

/**
 * A directory of a broker.
 *
 * @param total its bytes; -1 if the broker does not say
 * @param usable its free bytes; -1 if the broker does not say
 * @param failure why the broker can't use it, or null
 */
record BrokerDisk(
        int broker,
        String path,
        long total,
        long usable,
        @Nullable String failure) {}
