package dev.carillon.system.checker.read;

import dev.carillon.schemas.schedule.Calendar;
import java.time.LocalDate;
import java.time.MonthDay;
import java.time.format.TextStyle;
import java.util.List;
import java.util.Locale;

/** Whether a calendar counts a date, decided from the texts of its entries. */
public final class CountedDay {
    private static final List<String> WEEK = List.of("mon", "tue", "wed", "thu", "fri", "sat", "sun");

    private CountedDay() {}

    public static boolean is(Calendar calendar, LocalDate date) {
        if (calendar.include().stream().anyMatch(entry -> names(entry, date))) {
            return true;
        }
        if (calendar.exclude().stream().anyMatch(entry -> names(entry, date))) {
            return false;
        }
        return calendar.weekdays().isEmpty()
                || calendar.weekdays().stream().anyMatch(entry -> onWeekday(entry.toLowerCase(Locale.ROOT), date));
    }

    private static boolean names(String entry, LocalDate date) {
        if (entry.startsWith("--")) {
            return MonthDay.parse(entry).equals(MonthDay.from(date));
        }
        int dots = entry.indexOf("..");
        LocalDate first = LocalDate.parse(dots < 0 ? entry : entry.substring(0, dots));
        LocalDate last = dots < 0 ? first : LocalDate.parse(entry.substring(dots + 2));
        return !date.isBefore(first) && !date.isAfter(last);
    }

    private static boolean onWeekday(String entry, LocalDate date) {
        String day =
                date.getDayOfWeek().getDisplayName(TextStyle.SHORT, Locale.ROOT).toLowerCase(Locale.ROOT);
        int hyphen = entry.indexOf('-');
        if (hyphen < 0) {
            return entry.equals(day);
        }
        int first = WEEK.indexOf(entry.substring(0, hyphen));
        int length = Math.floorMod(WEEK.indexOf(entry.substring(hyphen + 1)) - first, WEEK.size());
        return Math.floorMod(WEEK.indexOf(day) - first, WEEK.size()) <= length;
    }
}
