package dev.carillon.trigger.definition;

import java.util.List;
import java.util.Map;

/**
 * The records of {@code outcomes} in one poll.
 *
 * @param asked the request for which they were read; records of an earlier request are dropped
 * @param readTo by partition: everything committed below this offset has been read
 */
public record OutcomesRead(Follow asked, List<InputRecord> records, Map<Integer, Long> readTo) {
    public static final OutcomesRead NONE = new OutcomesRead(Follow.NOTHING, List.of(), Map.of());

    /** A request to read from these positions, one for each partition; compared by identity, not by positions. */
    public static final class Follow {
        public static final Follow NOTHING = new Follow(List.of());

        private final List<Long> from;

        public Follow(List<Long> from) {
            this.from = List.copyOf(from);
        }

        public List<Long> from() {
            return from;
        }
    }
}
