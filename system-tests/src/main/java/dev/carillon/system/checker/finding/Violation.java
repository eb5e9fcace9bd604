package dev.carillon.system.checker.finding;

import dev.carillon.system.checker.seen.SeenRecord;
import org.jspecify.annotations.Nullable;

/** A violation of a guarantee, and the record that shows it. */
public record Violation(
        Guarantee guarantee,
        String what,
        String key,
        @Nullable SeenRecord where) {

    @Override
    public String toString() {
        String place = where == null ? "" : " [" + where.position() + " at " + where.appended() + "]";
        return guarantee + " (" + guarantee.words() + "): " + key + " " + what + place;
    }
}
