package dev.carillon.cli.doctor.source;

import dev.carillon.cli.doctor.finding.SentenceParts;
import java.io.IOException;
import java.net.ConnectException;
import java.net.InetSocketAddress;
import java.net.Socket;
import org.jspecify.annotations.Nullable;

/** Opens and closes a TCP connection, to see whether the name can be resolved and the port is open. */
public final class TcpProbe {
    private static final int CONNECT_MILLIS = 2_500;
    private static final int MOST_PORTS = 65_535;

    private TcpProbe() {}

    /** How the attempt ended. */
    public enum Ring {
        NO_ADDRESS,
        NAME_UNKNOWN,
        REFUSED,
        UNREACHABLE,
        OPENED
    }

    /**
     * The result of one attempt.
     *
     * @param at the address that was tried; null if there is none
     * @param message of the failure; may be empty
     */
    public record Rung(Ring outcome, @Nullable InetSocketAddress at, String message) {}

    public static Rung connect(String address, int defaultPort) {
        int colon = address.lastIndexOf(':');
        String host = colon < 0 ? address : address.substring(0, colon);
        int port = colon < 0 ? defaultPort : port(address.substring(colon + 1));
        if (host.isBlank() || port < 1 || port > MOST_PORTS) {
            return new Rung(Ring.NO_ADDRESS, null, "");
        }
        InetSocketAddress at = new InetSocketAddress(host, port);
        if (at.isUnresolved()) {
            return new Rung(Ring.NAME_UNKNOWN, null, "the host name can't be resolved");
        }
        try (Socket socket = new Socket()) {
            socket.connect(at, CONNECT_MILLIS);
            return new Rung(Ring.OPENED, at, "");
        } catch (ConnectException e) {
            return new Rung(Ring.REFUSED, at, SentenceParts.of(e));
        } catch (IOException e) {
            return new Rung(Ring.UNREACHABLE, at, SentenceParts.of(e));
        }
    }

    private static int port(String text) {
        try {
            return Integer.parseInt(text);
        } catch (NumberFormatException e) {
            return -1; // The caller reports this as no address.
        }
    }
}
