package dev.carillon.embedded;

import java.util.Map;

/**
 * An additional listener of the embedded broker for authenticated clients; the open listener stays.
 *
 * @param protocol Kafka's name: SSL, SASL_PLAINTEXT or SASL_SSL
 * @param settings the listener's settings, without its prefix, such as {@code ssl.keystore.location}
 * @param rightsKept whether the broker checks permissions (ACLs); on the open listener everything is allowed
 */
public record SecureListener(String protocol, Map<String, String> settings, boolean rightsKept) {
    static final String NAME = "SECURE";

    /** Anonymous clients, as on the open listener, may do everything; others need an ACL. */
    private static final Map<String, String> RIGHTS = Map.of(
            "authorizer.class.name", "org.apache.kafka.metadata.authorizer.StandardAuthorizer",
            "super.users", "User:ANONYMOUS");

    private static final String PREFIX = "listener.name.secure.";

    public SecureListener {
        settings = Map.copyOf(settings);
    }

    public SecureListener(String protocol, Map<String, String> settings) {
        this(protocol, settings, false);
    }

    /** The same, on a broker that checks permissions (ACLs). */
    public SecureListener withRights() {
        return new SecureListener(protocol, settings, true);
    }

    /** Adds the listener to the broker's settings. */
    void putInto(Map<String, String> all, int port) {
        String address = "," + NAME + "://" + LoopbackPorts.HOST + ":" + port;
        all.merge("listeners", address, String::concat);
        all.merge("advertised.listeners", address, String::concat);
        all.merge("listener.security.protocol.map", "," + NAME + ":" + protocol, String::concat);
        settings.forEach((key, value) -> all.put(PREFIX + key, value));
        if (rightsKept) {
            all.putAll(RIGHTS);
        }
    }

    /** Without the settings, as they include passwords. */
    @Override
    public String toString() {
        return "SecureListener[" + protocol + "]";
    }
}
