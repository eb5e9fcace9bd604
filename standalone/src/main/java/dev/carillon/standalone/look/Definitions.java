package dev.carillon.standalone.look;

import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** What was ever said of one schedule and is still kept, in the order in which it was said. */
record Definitions(List<Definition> all) {

    /** The last usable one before the position, unless the schedule was deleted after it. */
    Optional<Definition> inForceAt(long position) {
        Definition found = null;
        for (Definition one : all) {
            if (one.at().offset() >= position) {
                break;
            }
            if (one.isDeletion()) {
                found = null;
            } else if (one.isUsable()) {
                found = one;
            }
        }
        return Optional.ofNullable(found);
    }

    /** Whether there was nothing in force that this one took the place of. */
    boolean isFirstOfItsKind(Definition definition) {
        return inForceAt(definition.at().offset()).isEmpty();
    }

    /** The newest record before the position, of whatever kind. */
    @Nullable
    Definition lastBefore(long position) {
        Definition found = null;
        for (Definition one : all) {
            if (one.at().offset() < position) {
                found = one;
            }
        }
        return found;
    }

    /** The first usable one from the position on. */
    @Nullable
    Definition firstFrom(long position) {
        return all.stream()
                .filter(one -> one.isUsable() && one.at().offset() >= position)
                .findFirst()
                .orElse(null);
    }

    /** The last usable one of those written up to the instant. */
    Optional<Definition> writtenUpTo(Instant instant) {
        return all.stream()
                .filter(one -> one.isUsable() && !one.at().appended().isAfter(instant))
                .reduce((one, other) -> other);
    }

    Optional<Definition> current() {
        return inForceAt(Long.MAX_VALUE);
    }
}
