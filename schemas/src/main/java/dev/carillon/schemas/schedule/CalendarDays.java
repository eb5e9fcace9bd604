package dev.carillon.schemas.schedule;

import dev.carillon.schemas.error.ContractException;
import dev.carillon.schemas.error.ErrorCode;
import dev.carillon.schemas.json.TextRules;
import java.time.DateTimeException;
import java.time.DayOfWeek;
import java.time.Instant;
import java.time.LocalDate;
import java.time.MonthDay;
import java.time.ZoneId;
import java.time.ZonedDateTime;
import java.time.zone.ZoneOffsetTransition;
import java.util.EnumSet;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * Decides which days of a calendar count: a date in {@code include} does; any other in {@code exclude} does not; all
 * others do if they are on one of the named weekdays, or if none is named.
 */
public final class CalendarDays {
    private static final String NO_WEEKDAY = "none";
    private static final Map<String, DayOfWeek> WEEKDAYS = Map.of(
            "mon", DayOfWeek.MONDAY,
            "tue", DayOfWeek.TUESDAY,
            "wed", DayOfWeek.WEDNESDAY,
            "thu", DayOfWeek.THURSDAY,
            "fri", DayOfWeek.FRIDAY,
            "sat", DayOfWeek.SATURDAY,
            "sun", DayOfWeek.SUNDAY);

    private final Calendar calendar;
    private final @Nullable ZoneId zone;
    private final Set<DayOfWeek> weekdays;
    private final Dates include;
    private final Dates exclude;

    private CalendarDays(Calendar calendar) {
        this.calendar = calendar;
        this.zone = zone(calendar.zone());
        this.weekdays = weekdays("weekdays", calendar.weekdays());
        this.include = new Dates("include", calendar.include());
        this.exclude = new Dates("exclude", calendar.exclude());
    }

    /** Parses a calendar; refuses an invalid entry, or a zone that this JVM does not know. */
    public static CalendarDays of(Calendar calendar) {
        return new CalendarDays(calendar);
    }

    private static @Nullable ZoneId zone(@Nullable String name) {
        try {
            return name == null ? null : ZoneId.of(name);
        } catch (DateTimeException e) {
            throw new ContractException(
                    ErrorCode.BAD_ZONE,
                    "zone",
                    ContractException.shown(name) + " is no time zone known here",
                    "write a name like Europe/Berlin or an offset like +02:00");
        }
    }

    /** Whether a date counts. */
    public boolean count(LocalDate date) {
        return include.has(date) || (!exclude.has(date) && weekdays.contains(date.getDayOfWeek()));
    }

    /**
     * Whether an instant lies on a day that counts, in the calendar's zone or, when it names none, in the given one.
     */
    public boolean count(Instant instant, ZoneId otherwise) {
        return count(instant.atZone(zone == null ? otherwise : zone).toLocalDate());
    }

    /** When the day of an instant ends: all instants up to then count alike. */
    public Instant nextDay(Instant instant, ZoneId otherwise) {
        ZoneId at = zone == null ? otherwise : zone;
        LocalDate date = instant.atZone(at).toLocalDate();
        ZonedDateTime next = date.plusDays(1).atStartOfDay(at);
        if (!next.toInstant().isAfter(instant)) {
            // Clocks went back over midnight, so the next day begins a second time.
            next = next.withLaterOffsetAtOverlap();
        }
        ZoneOffsetTransition change = at.getRules().nextTransition(instant);
        boolean dayBefore = change != null
                && change.getInstant().isBefore(next.toInstant())
                && change.getDateTimeAfter().toLocalDate().isBefore(date);
        return dayBefore ? change.getInstant() : next.toInstant();
    }

    /**
     * When the next counting day after that of an instant begins. Checking each day is fast enough even if a calendar
     * leaves out decades.
     *
     * @param last the last date that is checked
     */
    public Optional<Instant> nextThatCounts(Instant instant, ZoneId otherwise, LocalDate last) {
        Instant next = nextDay(instant, otherwise);
        if (count(next, otherwise)) {
            return Optional.of(next);
        }
        ZoneId at = zone == null ? otherwise : zone;
        LocalDate date = next.atZone(at).toLocalDate().plusDays(1);
        while (!date.isAfter(last)) {
            if (count(date)) {
                return Optional.of(date.atStartOfDay(at).toInstant());
            }
            date = date.plusDays(1);
        }
        return Optional.empty();
    }

    /** The parsed calendar. */
    public Calendar calendar() {
        return calendar;
    }

    /** Single dates, ranges of dates, and yearly days. */
    private static final class Dates {
        private final NavigableMap<LocalDate, LocalDate> ranges = new TreeMap<>();
        private final Set<MonthDay> yearly = new HashSet<>();

        Dates(String field, List<String> entries) {
            for (int i = 0; i < entries.size(); i++) {
                add(field + "[" + i + "]", entries.get(i));
            }
        }

        private void add(String field, String entry) {
            try {
                int dots = entry.indexOf("..");
                if (entry.startsWith("--")) {
                    yearly.add(MonthDay.parse(entry));
                } else if (dots < 0) {
                    LocalDate date = LocalDate.parse(entry);
                    ranges.merge(date, date, Dates::later);
                } else {
                    range(field, LocalDate.parse(entry.substring(0, dots)), LocalDate.parse(entry.substring(dots + 2)));
                }
            } catch (DateTimeException e) {
                throw new ContractException(
                        ErrorCode.BAD_DATE,
                        field,
                        ContractException.shown(entry) + " is no date",
                        "write 2026-12-25, a range 2026-12-24..2027-01-01, or --12-25 for each year");
            }
        }

        private void range(String field, LocalDate first, LocalDate last) {
            if (last.isBefore(first)) {
                throw new ContractException(
                        ErrorCode.BAD_DATE, field, "the range ends on " + last + ", before " + first, "swap the two");
            }
            ranges.merge(first, last, Dates::later);
        }

        private static LocalDate later(LocalDate a, LocalDate b) {
            return a.isAfter(b) ? a : b;
        }

        boolean has(LocalDate date) {
            // Ranges may overlap, so each that begins before the date is looked at; a calendar has few.
            return yearly.contains(MonthDay.from(date))
                    || ranges.headMap(date, true).values().stream().anyMatch(last -> !last.isBefore(date));
        }
    }

    private static Set<DayOfWeek> weekdays(String field, List<String> entries) {
        if (entries.isEmpty()) {
            return EnumSet.allOf(DayOfWeek.class);
        }
        Set<DayOfWeek> found = EnumSet.noneOf(DayOfWeek.class);
        for (int i = 0; i < entries.size(); i++) {
            found.addAll(weekdays(field + "[" + i + "]", entries.get(i), entries.size() == 1));
        }
        return found;
    }

    /**
     * The weekdays of an entry.
     *
     * @param alone whether it is the only one, which may be none
     */
    private static Set<DayOfWeek> weekdays(String field, String written, boolean alone) {
        Set<DayOfWeek> found = EnumSet.noneOf(DayOfWeek.class);
        String entry = written.toLowerCase(Locale.ROOT);
        int hyphen = entry.indexOf('-');
        if (hyphen >= 0) {
            DayOfWeek last = weekday(field, written, entry.substring(hyphen + 1));
            DayOfWeek day = weekday(field, written, entry.substring(0, hyphen));
            // A range may wrap around the week, as fri-mon.
            for (; day != last; day = day.plus(1)) {
                found.add(day);
            }
            found.add(last);
        } else if (!entry.equals(NO_WEEKDAY) || !alone) {
            found.add(weekday(field, written, entry));
        }
        return found;
    }

    private static DayOfWeek weekday(String field, String entry, String name) {
        DayOfWeek day = WEEKDAYS.get(name);
        if (day == null) {
            throw new ContractException(
                    ErrorCode.UNKNOWN_VALUE,
                    field,
                    ContractException.shown(entry) + " is no weekday",
                    "write mon, tue, wed, thu, fri, sat, sun, a range such as mon-fri, or none alone");
        }
        return day;
    }

    /** The rule for an entry of include and exclude. */
    static String checkDate(String field, String entry) {
        new Dates(field, List.of()).add(field, TextRules.word(field, entry));
        return entry;
    }

    /** The rule for an entry of weekdays. */
    static String checkWeekday(String field, String entry) {
        var unused = weekdays(field, TextRules.word(field, entry), true);
        return entry;
    }
}
