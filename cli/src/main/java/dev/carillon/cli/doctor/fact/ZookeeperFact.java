package dev.carillon.cli.doctor.fact;

import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * The result of a trial session with ZooKeeper.
 *
 * @param asked the session timeout that a trigger requests
 * @param granted the session timeout that the server granted; null without a session
 * @param refused why there is no session, or null
 * @param path the ZooKeeper path where triggers queue for leadership
 * @param pathRefused why nothing can be written there, or null
 */
public record ZookeeperFact(
        String connect,
        Duration asked,
        @Nullable Duration granted,
        @Nullable Refusal refused,
        String path,
        @Nullable String pathRefused) {

    /**
     * Why there is no session.
     *
     * @param address whether the address itself is wrong
     */
    public record Refusal(boolean address, String words) {}
}
