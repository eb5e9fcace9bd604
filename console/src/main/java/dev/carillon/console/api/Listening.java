package dev.carillon.console.api;

import dev.carillon.kit.errors.CodedException;
import dev.carillon.kit.errors.KitErrorCode;
import dev.carillon.schemas.error.ContractException;
import java.net.InetSocketAddress;
import java.util.Set;

/**
 * Where and how the console listens.
 *
 * @param host the address that is bound
 * @param port 0 for any free one
 * @param threads that answer; each request has one for as long as it takes
 */
public record Listening(String host, int port, int threads) {
    private static final Set<String> LOOPBACK = Set.of("loopback", "127.0.0.1", "localhost", "::1", "[::1]");
    private static final String CONTAINER = "container";

    /**
     * What {@code console.bind} asks for. There is no login, so nothing but the loopback interface is listened on; inside
     * a container the way in is the port that is published, which has to be on 127.0.0.1 of the host.
     */
    public static Listening at(String bind, int port, int threads) {
        if (bind.equals(CONTAINER)) {
            String everyInterface = new InetSocketAddress(port).getAddress().getHostAddress();
            return new Listening(everyInterface, port, threads);
        }
        if (!LOOPBACK.contains(bind)) {
            throw new CodedException(
                    KitErrorCode.ADDRESS_UNUSABLE,
                    "console.bind: " + ContractException.shown(bind) + " can be reached by others, and the console has"
                            + " no login: whoever reaches it may run anything. Leave console.bind at loopback and come"
                            + " through a tunnel or a proxy that asks who it is; in a container set"
                            + " console.bind=container and publish the port on 127.0.0.1 only");
        }
        return new Listening(bind.contains("::1") ? "::1" : "127.0.0.1", port, threads);
    }
}
