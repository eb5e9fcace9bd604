package dev.carillon.standalone.doctor;

import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * One visit to ZooKeeper.
 *
 * @param asked the session that a trigger asks for
 * @param granted the session that the server gave; null if there was none
 * @param refused why there is no session, or null
 * @param path where triggers queue for leadership
 * @param pathRefused why nothing can be written there, or null
 */
record ZookeeperFact(
        String connect,
        Duration asked,
        @Nullable Duration granted,
        @Nullable Refusal refused,
        String path,
        @Nullable String pathRefused) {

    /**
     * Why there is no session.
     *
     * @param address whether the address itself is at fault
     */
    record Refusal(boolean address, String words) {}
}
