package dev.carillon.standalone.look;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * What a group has before it in one topic.
 *
 * @param waiting records that are not done and may be started now
 * @param later records that are not done and are to start later; they rest in the workers' holds
 * @param exact false if there are too many to be looked at one by one; then {@code waiting} is an upper bound that
 *     counts transaction marks as well
 * @param oldest since when the first of those that wait could be started
 */
public record Backlog(
        String topic,
        long waiting,
        long later,
        boolean exact,
        @Nullable Instant oldest) {

    static Backlog nothing(String topic) {
        return new Backlog(topic, 0, 0, true, null);
    }
}
