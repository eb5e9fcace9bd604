package dev.carillon.timing.cron;

import dev.carillon.schemas.schedule.Fold;
import dev.carillon.schemas.schedule.Gap;
import dev.carillon.timing.cron.CronWarning.Kind;
import java.time.DayOfWeek;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.Month;
import java.time.ZoneId;
import java.time.format.TextStyle;
import java.time.zone.ZoneOffsetTransition;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Finds what the author of an expression may not have meant. */
final class CronWarnings {
    /** A little more than a year: each kind of clock change comes once in it. */
    private static final Duration SOON = Duration.ofDays(400);

    private static final int MOST_CHANGES = 8;
    /** Every ten seconds. */
    private static final int OFTEN_AN_HOUR = 360;

    private static final Pattern WEEKDAY_NUMBER = Pattern.compile("(?:^|[,-])[1-6](?:$|[-,L#/])");
    private static final Pattern OTHER_DIALECT = Pattern.compile("[?LW#]");

    private final String text;
    private final LocalTicks ticks;
    private final Place place;

    /** Where it fires, and what becomes of times that a clock change touches. */
    record Place(ZoneId zone, Gap gap, Fold fold) {}

    CronWarnings(String text, LocalTicks ticks, Place place) {
        this.text = text;
        this.ticks = ticks;
        this.place = place;
    }

    List<CronWarning> from(Instant now) {
        List<CronWarning> found = new ArrayList<>();
        LocalDateTime first = ticks.next(LocalDateTime.ofInstant(now, place.zone()));
        if (first == null) {
            found.add(new CronWarning(Kind.NEVER, "It never fires: none of its months has such a day.", null));
            return found;
        }
        often(first, found);
        fullHour(found);
        shortMonths(found);
        weekdayNumbers(found);
        clockChanges(now, found);
        return found;
    }

    private void often(LocalDateTime first, List<CronWarning> found) {
        LocalDateTime end = first.plusHours(1);
        int count = 0;
        for (LocalDateTime at = first; at != null && at.isBefore(end); at = ticks.next(at)) {
            count++;
        }
        if (count >= OFTEN_AN_HOUR) {
            found.add(new CronWarning(
                    Kind.VERY_OFTEN,
                    "It fires " + count + " times in an hour; each time is a task, a result and an outcome.",
                    null));
        }
    }

    private void fullHour(List<CronWarning> found) {
        boolean fullHour = ticks.seconds().bits() == 1 && ticks.minutes().bits() == 1;
        if (!fullHour || CronSyntax.hasHash(text)) {
            return;
        }
        boolean midnight = ticks.hours().bits() == 1;
        found.add(new CronWarning(
                midnight ? Kind.TOP_OF_DAY : Kind.TOP_OF_HOUR,
                (midnight ? "Midnight" : "The full hour")
                        + " is when most schedules fire together; H lets the taskId choose the minute.",
                with(CronField.MINUTE, "H")));
    }

    /** The normal form with another field. */
    private String with(CronField field, String value) {
        List<String> fields = new ArrayList<>(NormalForm.fields(ticks));
        fields.set(List.of(CronField.values()).indexOf(field), value);
        return String.join(" ", fields);
    }

    private void shortMonths(List<CronWarning> found) {
        int least = ticks.days().rules().isEmpty() ? ticks.days().from(1) : 0;
        boolean passedOver = Arrays.stream(Month.values())
                .anyMatch(month -> ticks.months().has(month.getValue()) && month.minLength() < least);
        if (passedOver && ticks.weekdays().any()) {
            found.add(new CronWarning(
                    Kind.SHORT_MONTHS,
                    "Months without day " + least + " are passed over; L is the last day of every month.",
                    ticks.days().bits() == 1L << 31 ? with(CronField.DAY_OF_MONTH, "L") : null));
        }
    }

    private void weekdayNumbers(List<CronWarning> found) {
        String[] fields = text.strip().toUpperCase(Locale.ROOT).split("[ \t]+", -1);
        String weekday = fields[fields.length - 1];
        boolean numbers = fields.length == 6 && WEEKDAY_NUMBER.matcher(weekday).find();
        if (numbers && OTHER_DIALECT.matcher(fields[3] + weekday).find()) {
            found.add(new CronWarning(
                    Kind.WEEKDAY_NUMBERS,
                    "Weekday 1 is Monday here, as in vixie cron; in Quartz, whose syntax it uses, 1 is Sunday. Names"
                            + " are clear everywhere.",
                    NormalForm.of(ticks)));
        }
    }

    private void clockChanges(Instant now, List<CronWarning> found) {
        boolean everyHour = Long.bitCount(ticks.hours().bits()) == 24;
        if (everyHour && ticks.elapsed()) {
            return; // It follows real time through every change, which is what * means.
        }
        boolean skipped = false;
        boolean repeated = false;
        Instant from = now;
        for (int i = 0; i < MOST_CHANGES; i++) {
            ZoneOffsetTransition change = place.zone().getRules().nextTransition(from);
            if (change == null || change.getInstant().isAfter(now.plus(SOON))) {
                return;
            }
            LocalDateTime touched = touched(change);
            if (touched != null && change.isGap() && !skipped) {
                skipped = true;
                found.add(new CronWarning(Kind.SKIPPED_SOON, skipped(change, touched), null));
            } else if (touched != null && change.isOverlap() && !repeated) {
                repeated = true;
                found.add(new CronWarning(Kind.REPEATED_SOON, repeated(change, touched), null));
            }
            from = change.getInstant();
        }
    }

    /** The first local time that the change skips or repeats and the expression names. */
    private @Nullable LocalDateTime touched(ZoneOffsetTransition change) {
        LocalDateTime start = change.isGap() ? change.getDateTimeBefore() : change.getDateTimeAfter();
        LocalDateTime end = change.isGap() ? change.getDateTimeAfter() : change.getDateTimeBefore();
        LocalDateTime found = ticks.next(start.minusSeconds(1));
        return found == null || !found.isBefore(end) ? null : found;
    }

    private String skipped(ZoneOffsetTransition change, LocalDateTime touched) {
        String start = day(touched) + " there is no " + time(touched) + " in " + place.zone() + ": ";
        if (ticks.elapsed()) {
            return start + "nothing fires in the time that the clocks skip.";
        }
        return start
                + (place.gap() == Gap.SKIP
                        ? "it does not fire then (gap: skip)."
                        : "it fires when the clocks have changed, at " + time(change.getDateTimeAfter())
                                + " (gap: run-after).");
    }

    private String repeated(ZoneOffsetTransition change, LocalDateTime touched) {
        String start = day(touched) + " " + time(touched) + " comes twice in " + place.zone() + ": ";
        if (ticks.elapsed()) {
            return start + "everything in the repeated time fires again.";
        }
        return start
                + switch (place.fold()) {
                    case FIRST -> "it fires the first time, at " + change.getOffsetBefore() + " (fold: first).";
                    case LAST -> "it fires the last time, at " + change.getOffsetAfter() + " (fold: last).";
                    case BOTH -> "it fires both times (fold: both).";
                };
    }

    private static String day(LocalDateTime time) {
        DayOfWeek weekday = time.getDayOfWeek();
        return "On " + weekday.getDisplayName(TextStyle.FULL, Locale.ENGLISH) + " " + time.toLocalDate();
    }

    /** {@code 02:30}, with seconds only where there are some. */
    private static String time(LocalDateTime time) {
        LocalTime clock = time.toLocalTime();
        return clock.toString();
    }
}
