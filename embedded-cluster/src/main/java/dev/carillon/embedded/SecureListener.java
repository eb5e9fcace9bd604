package dev.carillon.embedded;

import java.util.Map;

/**
 * One more listener of the embedded broker, for clients that have to prove who they are; the open one stays.
 *
 * @param protocol as Kafka calls it: SSL, SASL_PLAINTEXT or SASL_SSL
 * @param settings of this listener, without the prefix that names it, such as {@code ssl.keystore.location}
 * @param rightsKept whether the broker keeps rights (ACLs) and refuses what none allows; on the open listener all is allowed
 */
public record SecureListener(String protocol, Map<String, String> settings, boolean rightsKept) {
    static final String NAME = "SECURE";

    /** Who is nameless, as all are on the open listener, may do everything; others what a right allows them. */
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

    /** The same, on a broker that keeps rights. */
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

    /** Without the settings: passwords are among them. */
    @Override
    public String toString() {
        return "SecureListener[" + protocol + "]";
    }
}
