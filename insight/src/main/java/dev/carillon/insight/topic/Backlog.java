package dev.carillon.insight.topic;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * The unfinished records of a consumer group in one topic.
 *
 * @param waiting unfinished records that may start now
 * @param later unfinished records that start later; workers hold them until then
 * @param exact false if there are too many to be read one by one; {@code waiting} is then an upper bound that also
 *     counts transaction markers
 * @param oldest since when the oldest waiting record could start; null if none waits
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
