package dev.carillon.kit.net;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.util.concurrent.ThreadLocalRandom;

/**
 * A port of the loopback address for a server that has to be told its port, or for an address at which no server
 * listens.
 *
 * <p>It is below the ephemeral ports of the system (from 32,768 on Linux) and below those of embedded clusters (from
 * 20,000), as a process of another test could take such a port before the server binds it.
 */
public final class UnusedPort {
    private static final int FIRST = 10_000;
    private static final int LAST = 19_999;
    private static final int MAX_TRIES = 200;

    private UnusedPort() {}

    public static int onLoopback() {
        for (int i = 0; i < MAX_TRIES; i++) {
            int port = ThreadLocalRandom.current().nextInt(FIRST, LAST + 1);
            if (isUnused(port)) {
                return port;
            }
        }
        throw new IllegalStateException(
                MAX_TRIES + " ports between " + FIRST + " and " + LAST + " were tried; all are taken");
    }

    private static boolean isUnused(int port) {
        try (ServerSocket socket = new ServerSocket(port, 1, InetAddress.getLoopbackAddress())) {
            return socket.isBound();
        } catch (IOException e) {
            // Safe: the port is taken.
            return false;
        }
    }
}
