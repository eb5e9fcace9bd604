package dev.carillon.system.checker;

import org.jspecify.annotations.Nullable;

/** One thing that should not have happened, in words, and where it is seen. */
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
