package dev.carillon.timing.cron;

import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.YearMonth;
import org.jspecify.annotations.Nullable;

/** The local date-times that an expression names, on a line that knows no zones. */
record LocalTicks(
        FieldValues seconds,
        FieldValues minutes,
        FieldValues hours,
        FieldValues days,
        FieldValues months,
        FieldValues weekdays) {
    /** Longer than any expression waits: leap days come at least every 8 years, weekdays repeat after 28. */
    static final int HORIZON_YEARS = 40;

    /** The first local date-time after the given one, or null if none comes within the horizon. */
    @Nullable
    LocalDateTime next(LocalDateTime after) {
        LocalDateTime start = after.withNano(0).plusSeconds(1);
        YearMonth month = YearMonth.from(start);
        YearMonth end = month.plusYears(HORIZON_YEARS);
        long monthDays = daysOf(month) & (-1L << start.getDayOfMonth());
        int time = nextTime(start.getHour(), start.getMinute(), start.getSecond());
        if (((monthDays >>> start.getDayOfMonth()) & 1) == 1 && time < 0) {
            monthDays &= ~(1L << start.getDayOfMonth());
        }
        int startDay = start.getDayOfMonth();
        while (monthDays == 0) {
            month = month.plusMonths(1);
            if (month.isAfter(end)) {
                return null;
            }
            monthDays = daysOf(month);
            startDay = 0;
        }
        int day = Long.numberOfTrailingZeros(monthDays);
        int secondOfDay = day == startDay ? time : nextTime(0, 0, 0);
        return month.atDay(day).atStartOfDay().plusSeconds(secondOfDay);
    }

    /** How many there are from one local date-time on and before a later one, both in whole seconds. */
    long count(LocalDateTime from, LocalDateTime before) {
        LocalDate first = from.toLocalDate();
        LocalDate end = before.toLocalDate();
        YearMonth lastMonth = YearMonth.from(end);
        long fullDays = 0;
        for (YearMonth month = YearMonth.from(first); !month.isAfter(lastMonth); month = month.plusMonths(1)) {
            long monthDays = daysOf(month);
            if (month.equals(YearMonth.from(first))) {
                monthDays &= -1L << first.getDayOfMonth();
            }
            if (month.equals(lastMonth)) {
                monthDays &= (1L << end.getDayOfMonth()) - 1;
            }
            fullDays += Long.bitCount(monthDays);
        }
        long timesOfDay = (long) hours.count() * minutes.count() * seconds.count();
        return fullDays * timesOfDay + countBefore(before) - countBefore(from);
    }

    /** How many there are on the day of a local date-time before it. */
    private long countBefore(LocalDateTime before) {
        if (((daysOf(YearMonth.from(before)) >>> before.getDayOfMonth()) & 1) == 0) {
            return 0;
        }
        LocalTime time = before.toLocalTime();
        long inSecond = minutes.has(time.getMinute()) ? seconds.countBefore(time.getSecond()) : 0;
        long inHour = (long) minutes.countBefore(time.getMinute()) * seconds.count() + inSecond;
        return (long) hours.countBefore(time.getHour()) * minutes.count() * seconds.count()
                + (hours.has(time.getHour()) ? inHour : 0);
    }

    /** Whether a wildcard in minutes or hours makes it count real time where clocks change. */
    boolean elapsed() {
        return hours.open() || minutes.open();
    }

    /** The days of a month, bit n for the n-th. */
    private long daysOf(YearMonth month) {
        if (!months.has(month.getMonthValue())) {
            return 0;
        }
        long all = (1L << (month.lengthOfMonth() + 1)) - 2;
        if (days.any()) {
            return weekdays.any() ? all : all & byWeekday(month);
        }
        long byDay = days.bits() | byRules(days, month);
        // Both restricted: either matches, as in vixie cron.
        return all & (weekdays.any() ? byDay : byDay | byWeekday(month));
    }

    private long byWeekday(YearMonth month) {
        int first = month.atDay(1).getDayOfWeek().getValue() % 7;
        long found = byRules(weekdays, month);
        for (int day = 1; day <= month.lengthOfMonth(); day++) {
            if (weekdays.has((first + day - 1) % 7)) {
                found |= 1L << day;
            }
        }
        return found;
    }

    private static long byRules(FieldValues field, YearMonth month) {
        long found = 0;
        for (DayRule rule : field.rules()) {
            int day = rule.dayIn(month);
            found |= day == 0 ? 0 : 1L << day;
        }
        return found;
    }

    /** The first matching second of a day from the given time on, or -1. */
    private int nextTime(int hour, int minute, int second) {
        int h = hours.from(hour);
        int m = h == hour ? minute : 0;
        int s = h == hour ? second : 0;
        while (h >= 0) {
            int foundMinute = minutes.from(m);
            if (foundMinute == m) {
                int foundSecond = seconds.from(s);
                if (foundSecond >= 0) {
                    return (h * 60 + foundMinute) * 60 + foundSecond;
                }
                foundMinute = minutes.from(m + 1);
            }
            if (foundMinute >= 0) {
                return (h * 60 + foundMinute) * 60 + seconds.from(0);
            }
            h = hours.from(h + 1);
            m = 0;
            s = 0;
        }
        return -1;
    }
}
