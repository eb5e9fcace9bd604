package dev.carillon.trigger.catalogue;

import java.util.List;
import java.util.Map;

/**
 * What one poll brought of {@code outcomes}.
 *
 * @param asked by whose order it was read; what an earlier order brought is nobody's
 * @param readTo by partition: everything committed below has been read
 */
public record OutcomesRead(Follow asked, List<InputRecord> records, Map<Integer, Long> readTo) {
    public static final OutcomesRead NONE = new OutcomesRead(Follow.NOTHING, List.of(), Map.of());

    /** The order to read from these positions, one a partition. A new one is another, even where it says the same. */
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
