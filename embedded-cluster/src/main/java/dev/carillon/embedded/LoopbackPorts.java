package dev.carillon.embedded;

import static dev.carillon.embedded.EmbeddedClusterException.Problem.PORT_TAKEN;
import static dev.carillon.embedded.EmbeddedClusterException.Problem.START_FAILED;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.UnknownHostException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.random.RandomGenerator;

/**
 * Chooses ports on the loopback address, and collects notices about changed ones.
 *
 * <p>Free ports are chosen below the range of ephemeral ports (from 32,768 on Linux, from 49,152 elsewhere): otherwise
 * a client that reconnects while its server is down could get the server's port as its own, connect to itself, and
 * block the server's restart.
 */
final class LoopbackPorts {

    static final String HOST = "127.0.0.1";

    private static final int FIRST = 20_000;
    private static final int LAST = 32_700;
    private static final int MAX_TRIES = 200;

    private final boolean strict;
    private final RandomGenerator random;
    private final Set<Integer> chosen = new HashSet<>();
    private final List<String> notices = new ArrayList<>();

    LoopbackPorts(boolean strict, RandomGenerator random) {
        this.strict = strict;
        this.random = random;
    }

    /** The wanted port, or the one used last, or a free one. */
    int choose(String server, int wanted, int usedLast) {
        if (wanted != 0) {
            if (take(wanted)) {
                return wanted;
            }
            if (strict) {
                throw taken(server, wanted);
            }
            int free = anyFree(server);
            notices.add("Port " + wanted + " on " + HOST + " is taken; " + server + " listens on " + free + " instead");
            return free;
        }
        return usedLast != 0 && take(usedLast) ? usedLast : anyFree(server);
    }

    /** Sentences about ports that differ from the wanted ones. */
    List<String> notices() {
        return List.copyOf(notices);
    }

    static EmbeddedClusterException taken(String server, int port) {
        return new EmbeddedClusterException(
                PORT_TAKEN,
                "Port " + port + " on " + HOST + ", wanted for " + server
                        + ", is taken. Stop what listens there, or choose another port (0 = any free one).");
    }

    static boolean isFree(int port) {
        try (ServerSocket socket = new ServerSocket()) {
            socket.setReuseAddress(true);
            socket.bind(new InetSocketAddress(loopback(), port));
            return true;
        } catch (IOException e) {
            // Safe: the port is taken.
            return false;
        }
    }

    private int anyFree(String server) {
        for (int i = 0; i < MAX_TRIES; i++) {
            int port = random.nextInt(FIRST, LAST);
            if (take(port)) {
                return port;
            }
        }
        throw new EmbeddedClusterException(
                START_FAILED,
                "No free port for " + server + " on " + HOST + ": " + MAX_TRIES + " between " + FIRST + " and " + LAST
                        + " were tried. Name one explicitly.");
    }

    private boolean take(int port) {
        return !chosen.contains(port) && isFree(port) && chosen.add(port);
    }

    private static InetAddress loopback() throws UnknownHostException {
        return InetAddress.getByAddress(HOST, new byte[] {127, 0, 0, 1});
    }
}
