package dev.carillon.standalone.look;

import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** What was ever said of one schedule and is still kept, in the order in which it was said. */
record Definitions(List<Definition> all) {

    /** With one that stands in a marker. */
    Definitions with(Definition remembered) {
        return new Definitions(Stream.concat(Stream.of(remembered), all.stream())
                .sorted(Comparator.comparingLong(Definition::position))
                .toList());
    }

    /** The usable one of that very position. */
    Optional<Definition> at(long position) {
        return all.stream()
                .filter(one -> one.isUsable() && one.position() == position)
                .findFirst();
    }

    /** The last usable one before the position, unless the schedule was deleted after it. */
    Optional<Definition> inForceAt(long position) {
        Definition found = null;
        for (Definition one : all) {
            if (one.position() >= position) {
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
        return inForceAt(definition.position()).isEmpty();
    }

    /** The newest record before the position, of whatever kind. */
    @Nullable
    Definition lastBefore(long position) {
        Definition found = null;
        for (Definition one : all) {
            if (one.position() < position) {
                found = one;
            }
        }
        return found;
    }

    /** The first usable one from the position on. */
    @Nullable
    Definition firstFrom(long position) {
        return all.stream()
                .filter(one -> one.isUsable() && one.position() >= position)
                .findFirst()
                .orElse(null);
    }

    /** The last usable one of those written up to the instant. */
    Optional<Definition> writtenUpTo(Instant instant) {
        return all.stream()
                .filter(one -> one.isUsable() && !one.at().appended().isAfter(instant))
                .reduce((one, other) -> other);
    }

    /** Whether any of those that are still known plans the instant, or may. */
    boolean mayPlan(Instant instant) {
        return all.stream()
                .map(Definition::timing)
                .anyMatch(timing -> timing != null && Planned.mayBe(timing, instant));
    }

    Optional<Definition> current() {
        return inForceAt(Long.MAX_VALUE);
    }
}
