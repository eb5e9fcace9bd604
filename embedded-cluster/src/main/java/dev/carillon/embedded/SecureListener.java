package dev.carillon.embedded;

import java.util.Map;

/**
 * One more listener of the embedded broker, for clients that have to prove who they are; the open one stays.
 *
 * @param protocol as Kafka calls it: SSL, SASL_PLAINTEXT or SASL_SSL
 * @param settings of this listener, without the prefix that names it, such as {@code ssl.keystore.location}
 */
public record SecureListener(String protocol, Map<String, String> settings) {
    static final String NAME = "SECURE";

    private static final String PREFIX = "listener.name.secure.";

    public SecureListener {
        settings = Map.copyOf(settings);
    }

    /** Adds the listener to the broker's settings. */
    void putInto(Map<String, String> all, int port) {
        String address = "," + NAME + "://" + LoopbackPorts.HOST + ":" + port;
        all.merge("listeners", address, String::concat);
        all.merge("advertised.listeners", address, String::concat);
        all.merge("listener.security.protocol.map", "," + NAME + ":" + protocol, String::concat);
        settings.forEach((key, value) -> all.put(PREFIX + key, value));
    }

    /** Without the settings: passwords are among them. */
    @Override
    public String toString() {
        return "SecureListener[" + protocol + "]";
    }
}
