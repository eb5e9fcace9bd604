package dev.carillon.standalone.up;

import org.jspecify.annotations.Nullable;

/**
 * The options of {@code carillon up}.
 *
 * @param data the directory for all data; null = a temporary one that is deleted at the end
 * @param kafkaPort the wanted port; null = the default, or the one used last in {@code data}
 * @param zooKeeperPort likewise
 * @param adminPort likewise
 * @param consolePort likewise; also null without a console
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
