package dev.carillon.cli.frame;

import dev.carillon.schemas.error.ContractException;
import dev.carillon.schemas.error.ErrorCode;
import dev.carillon.schemas.json.Durations;
import dev.carillon.schemas.json.Instants;
import java.time.Clock;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.OffsetDateTime;
import java.time.ZoneId;
import java.time.temporal.ChronoUnit;
import java.util.Optional;

/** Reads instants and local times from options. */
public final class TimeWords {
    /** A longer delay is taken for a typing error. */
    private static final Duration FARTHEST = Duration.ofDays(10 * 366);

    private static final int FIRST_YEAR = 1;
    private static final int LAST_YEAR = 9998;

    private TimeWords() {}

    /** Reads {@code 2026-11-18T06:00:00Z} or {@code 2026-11-18T07:00:00+01:00}. */
    public static Instant instant(String option, String text) {
        try {
            return Instants.check(
                    option, ErrorCode.OUT_OF_RANGE, OffsetDateTime.parse(text).toInstant());
        } catch (DateTimeException e) {
            throw new ContractException(
                    ErrorCode.OUT_OF_RANGE,
                    option,
                    ContractException.shown(text) + " is not an instant",
                    "write it like 2026-11-18T06:00:00Z or 2026-11-18T07:00:00+01:00");
        }
    }

    /**
     * Reads an instant, or a local time of the zone: {@code 2026-11-18T07:00}, or {@code 07:00}, which means the last
     * one up to now.
     */
    public static Instant near(String option, String text, ZoneId zone, Instant now) {
        return local(text, zone, now)
                .map(local -> local.atZone(zone).toInstant())
                .orElseGet(() -> instant(option, text));
    }

    /** Reads a local time as {@link #near} does, also one that the zone skips or repeats; empty for other text. */
    public static Optional<LocalDateTime> local(String text, ZoneId zone, Instant now) {
        try {
            LocalDateTime local = LocalDateTime.parse(text);
            // Other years have no instant that a record can hold; as an instant, the text is refused.
            return Optional.of(local).filter(one -> one.getYear() >= FIRST_YEAR && one.getYear() <= LAST_YEAR);
        } catch (DateTimeException e) {
            // Not a date and time; perhaps a time alone.
        }
        try {
            LocalDateTime today = now.atZone(zone).toLocalDate().atTime(LocalTime.parse(text));
            return Optional.of(today.atZone(zone).toInstant().isAfter(now) ? today.minusDays(1) : today);
        } catch (DateTimeException e) {
            return Optional.empty();
        }
    }

    /** The instant at that distance from now. */
    public static Instant in(String option, String text, Clock clock) {
        Duration duration = Durations.parse(option, text);
        if (duration.isNegative() || duration.compareTo(FARTHEST) > 0) {
            throw new ContractException(
                    ErrorCode.OUT_OF_RANGE,
                    option,
                    ContractException.shown(text) + " is not between 0s and " + FARTHEST.toDays() + "d",
                    "choose a time within it");
        }
        return clock.instant().plus(duration).truncatedTo(ChronoUnit.MILLIS);
    }
}
