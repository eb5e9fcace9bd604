package dev.carillon.insight.why;

import dev.carillon.insight.topic.InstantSearch;
import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * All versions of one schedule's definition that are still kept, oldest first.
 *
 * @param knownSince when the first of them was written, if an earlier one may have been deleted; null if there was none
 */
record DefinitionHistory(
        List<DefinitionVersion> all, @Nullable Instant knownSince) {

    /** Adds the version that the schedule's marker holds; its floor tells since when it is known. */
    DefinitionHistory with(DefinitionVersion remembered) {
        return new DefinitionHistory(
                Stream.concat(Stream.of(remembered), all.stream())
                        .sorted(Comparator.comparingLong(DefinitionVersion::position))
                        .toList(),
                null);
    }

    /** Whether the version in force at the instant may have been deleted. */
    boolean mayLackThatOf(Instant instant) {
        return knownSince != null && instant.isBefore(knownSince);
    }

    /** The position after the last version that was written up to the instant; zero if none was. */
    long positionAt(Instant instant) {
        return all.stream()
                .filter(one -> !one.at().appended().isAfter(instant))
                .mapToLong(one -> one.position() + 1)
                .max()
                .orElse(0);
    }

    /** The last deletion before the position; null if there is none. */
    @Nullable
    DefinitionVersion deletionBefore(long position) {
        return all.stream()
                .filter(one -> one.isDeletion() && one.position() < position)
                .reduce((one, other) -> other)
                .orElse(null);
    }

    /** The last usable version, even one that was deleted since. */
    Optional<DefinitionVersion> lastUsable() {
        return all.stream().filter(DefinitionVersion::isUsable).reduce((one, other) -> other);
    }

    /** The usable version at exactly this position. */
    Optional<DefinitionVersion> at(long position) {
        return all.stream()
                .filter(one -> one.isUsable() && one.position() == position)
                .findFirst();
    }

    /** The last usable version before the position, unless the schedule was deleted after it. */
    Optional<DefinitionVersion> inForceAt(long position) {
        DefinitionVersion found = null;
        for (DefinitionVersion one : all) {
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

    /** Whether no other version was in force when this one was written. */
    boolean isFirstInForce(DefinitionVersion definition) {
        return inForceAt(definition.position()).isEmpty();
    }

    /** The newest version before the position, even one that is unusable. */
    @Nullable
    DefinitionVersion lastBefore(long position) {
        DefinitionVersion found = null;
        for (DefinitionVersion one : all) {
            if (one.position() < position) {
                found = one;
            }
        }
        return found;
    }

    /** The first usable version from the position on. */
    @Nullable
    DefinitionVersion firstFrom(long position) {
        return all.stream()
                .filter(one -> one.isUsable() && one.position() >= position)
                .findFirst()
                .orElse(null);
    }

    /** The last usable version that was written up to the instant. */
    Optional<DefinitionVersion> writtenUpTo(Instant instant) {
        return all.stream()
                .filter(one -> one.isUsable() && !one.at().appended().isAfter(instant))
                .reduce((one, other) -> other);
    }

    /** Whether any known version plans the instant, or may. */
    boolean mayPlan(Instant instant) {
        return all.stream()
                .map(DefinitionVersion::timing)
                .anyMatch(timing -> timing != null && InstantSearch.mayBe(timing, instant));
    }

    Optional<DefinitionVersion> current() {
        return inForceAt(Long.MAX_VALUE);
    }
}
