package dev.carillon.timing.cron;

import java.time.DayOfWeek;
import java.time.LocalDate;
import java.time.YearMonth;

/** A day that no list of numbers can name, because it depends on the month. */
sealed interface DayRule {
    /** The day of that month, or 0 if that month has none. */
    int dayIn(YearMonth month);

    /** {@code L} and {@code L-n}: the last day, or n days before it. */
    record BeforeLast(int days) implements DayRule {
        @Override
        public int dayIn(YearMonth month) {
            return Math.max(0, month.lengthOfMonth() - days);
        }
    }

    /** {@code LW}: the last day from Monday to Friday. */
    record LastWeekday() implements DayRule {
        @Override
        public int dayIn(YearMonth month) {
            return nearestWeekday(month, month.lengthOfMonth());
        }
    }

    /** {@code 15W}: the day from Monday to Friday nearest to the 15th, never in another month. */
    record NearestWeekday(int day) implements DayRule {
        @Override
        public int dayIn(YearMonth month) {
            return day > month.lengthOfMonth() ? 0 : nearestWeekday(month, day);
        }
    }

    /** {@code 5L}: the last Friday. */
    record LastOf(DayOfWeek weekday) implements DayRule {
        @Override
        public int dayIn(YearMonth month) {
            LocalDate end = month.atEndOfMonth();
            return end.getDayOfMonth() - Math.floorMod(end.getDayOfWeek().getValue() - weekday.getValue(), 7);
        }
    }

    /** {@code 5#3}: the third Friday. */
    record NthOf(DayOfWeek weekday, int n) implements DayRule {
        @Override
        public int dayIn(YearMonth month) {
            int first = 1
                    + Math.floorMod(
                            weekday.getValue() - month.atDay(1).getDayOfWeek().getValue(), 7);
            int day = first + 7 * (n - 1);
            return day > month.lengthOfMonth() ? 0 : day;
        }
    }

    private static int nearestWeekday(YearMonth month, int day) {
        return switch (month.atDay(day).getDayOfWeek()) {
            case SATURDAY -> day == 1 ? 3 : day - 1;
            case SUNDAY -> day == month.lengthOfMonth() ? day - 2 : day + 1;
            default -> day;
        };
    }
}
