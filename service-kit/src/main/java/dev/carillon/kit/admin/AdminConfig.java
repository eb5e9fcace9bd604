package dev.carillon.kit.admin;

import dev.carillon.kit.config.Key;

/** Where the admin HTTP server listens. */
public record AdminConfig(
        @Key(
                name = "admin.host",
                byDefault = "127.0.0.1",
                min = "1",
                max = "255",
                reason = "the address to listen on; the pages have no password, so open them to others with care")
        String host,

        @Key(
                name = "admin.port",
                byDefault = "0",
                min = "0",
                max = "65535",
                reason = "where probes and scrapers find the service; 0 = any free port, logged at the start")
        int port) {
    /** Loopback, any free port. */
    public static AdminConfig onAnyPort() {
        return new AdminConfig("127.0.0.1", 0);
    }
}
