package dev.carillon.standalone.look;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * Who leads, as the trigger's own records tell.
 *
 * @param source who led last, as {@code trigger/host-4f2a}
 * @param since when its term began, where the record of that is still found
 * @param ended when it said that its term is over; null while it has not
 * @param says the record that tells of the term, or else the last one it wrote
 */
public record Leader(
        String source, @Nullable Instant since, @Nullable Instant ended, Evidence says) {}
