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
 * @param threads for requests; each request holds one until it is answered
 */
public record ListenSettings(String host, int port, int threads) {
    private static final Set<String> LOOPBACK = Set.of("loopback", "127.0.0.1", "localhost", "::1", "[::1]");
    private static final String CONTAINER = "container";

    /**
     * Settings for a value of {@code console.bind}. There is no login, so only loopback is bound. In a container all
     * interfaces are, and the port must be published on the host's 127.0.0.1 only.
     */
    public static ListenSettings at(String bind, int port, int threads) {
        if (bind.equals(CONTAINER)) {
            String everyInterface = new InetSocketAddress(port).getAddress().getHostAddress();
            return new ListenSettings(everyInterface, port, threads);
        }
        if (!LOOPBACK.contains(bind)) {
            throw new CodedException(
                    KitErrorCode.ADDRESS_UNUSABLE,
                    "console.bind: " + ContractException.shown(bind) + " can be reached from other machines, and"
                            + " the console has no login: anyone who connects could run any command. Keep"
                            + " console.bind=loopback and connect through an SSH tunnel or a proxy with a login; in a"
                            + " container set console.bind=container and publish the port on 127.0.0.1 only");
        }
        return new ListenSettings(bind.contains("::1") ? "::1" : "127.0.0.1", port, threads);
    }
}
