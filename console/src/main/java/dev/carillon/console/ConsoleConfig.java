package dev.carillon.console;

import dev.carillon.kit.config.Key;

/**
 * Where the console listens. It has no login, so it binds loopback only; in a container it binds all interfaces, and
 * the port must be published on 127.0.0.1 only.
 */
public record ConsoleConfig(
        @Key(
                name = "console.bind",
                byDefault = "loopback",
                min = "1",
                max = "100",
                reason = "loopback, or container where the port is published on 127.0.0.1 only; there is no login")
        String bind,

        @Key(
                name = "console.port",
                byDefault = "8080",
                min = "0",
                max = "65535",
                reason = "port of the page and REST; 0 = any free port, logged at the start")
        int port,

        @Key(
                name = "console.threads",
                byDefault = "12",
                min = "2",
                max = "256",
                reason = "how many requests are answered at a time; others wait for a moment")
        int threads,

        @Key(
                name = "console.stream-clients",
                byDefault = "100",
                min = "1",
                max = "400",
                reason = "how many clients may follow the change stream at a time; each keeps a connection")
        int streamClients) {

    public ConsoleConfig withPort(int other) {
        return new ConsoleConfig(bind, other, threads, streamClients);
    }
}
