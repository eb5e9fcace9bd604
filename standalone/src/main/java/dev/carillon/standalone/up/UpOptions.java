package dev.carillon.standalone.up;

import org.jspecify.annotations.Nullable;

/**
 * What {@code carillon up} was asked for.
 *
 * @param data where to keep everything; null = a temporary place that is deleted at the end
 * @param kafkaPort wanted port; null = the usual one, or the one used last in {@code data}
 * @param zooKeeperPort likewise
 * @param adminPort likewise
 * @param consolePort likewise; null also when there is to be no console
 * @param console whether the page and REST are served
 */
public record UpOptions(
        boolean demo,
        @Nullable String data,
        @Nullable Integer kafkaPort,
        @Nullable Integer zooKeeperPort,
        @Nullable Integer adminPort,
        @Nullable Integer consolePort,
        boolean console,
        int workers) {}
