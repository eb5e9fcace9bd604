package dev.carillon.standalone.doctor;

import java.io.IOException;
import java.net.ConnectException;
import java.net.InetSocketAddress;
import java.net.Socket;
import org.jspecify.annotations.Nullable;

/** Rings at host:port and hangs up: whether the name is known, and whether anybody listens. */
final class Doorbell {
    private static final int CONNECT_MILLIS = 2_500;
    private static final int MOST_PORTS = 65_535;

    private Doorbell() {}

    /** What happened. */
    enum Ring {
        NO_ADDRESS,
        NAME_UNKNOWN,
        REFUSED,
        UNREACHABLE,
        OPENED
    }

    /**
     * The end of one attempt.
     *
     * @param at where it was made; null if that is nowhere
     * @param words of whoever refused; may be empty
     */
    record Rung(Ring ring, @Nullable InetSocketAddress at, String words) {}

    static Rung ring(String address, int defaultPort) {
        int colon = address.lastIndexOf(':');
        String host = colon < 0 ? address : address.substring(0, colon);
        int port = colon < 0 ? defaultPort : port(address.substring(colon + 1));
        if (host.isBlank() || port < 1 || port > MOST_PORTS) {
            return new Rung(Ring.NO_ADDRESS, null, "");
        }
        InetSocketAddress at = new InetSocketAddress(host, port);
        if (at.isUnresolved()) {
            return new Rung(Ring.NAME_UNKNOWN, null, "the name is not known");
        }
        try (Socket socket = new Socket()) {
            socket.connect(at, CONNECT_MILLIS);
            return new Rung(Ring.OPENED, at, "");
        } catch (ConnectException e) {
            return new Rung(Ring.REFUSED, at, Words.of(e));
        } catch (IOException e) {
            return new Rung(Ring.UNREACHABLE, at, Words.of(e));
        }
    }

    private static int port(String text) {
        try {
            return Integer.parseInt(text);
        } catch (NumberFormatException e) {
            return -1; // Told as an address that is none.
        }
    }
}
