package dev.carillon.worker;

import java.net.InetAddress;
import java.net.UnknownHostException;

/** How this machine is called. */
final class Hosts {
    private static final int LONGEST = 60;

    private Hosts() {}

    /** The host's own name, fit to be part of an id. */
    static String name() {
        String named = System.getenv("HOSTNAME");
        String name = named == null || named.isBlank() ? asked() : named;
        String plain = name.replaceAll("[^A-Za-z0-9._-]", "-");
        return plain.length() > LONGEST ? plain.substring(0, LONGEST) : plain;
    }

    private static String asked() {
        try {
            return InetAddress.getLocalHost().getHostName();
        } catch (UnknownHostException e) {
            return "worker"; // Its random part makes the id unique all the same.
        }
    }
}
