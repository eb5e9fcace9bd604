package dev.carillon.timing.cron;

import java.time.DayOfWeek;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.function.IntFunction;

/**
 * The spelling of six fields that expressions of equal meaning share: shorthands and hashes resolved, lists in order,
 * months and weekdays by name. Reading it gives the same instants in every zone.
 */
final class NormalForm {
    private static final String MONTHS = "JAN FEB MAR APR MAY JUN JUL AUG SEP OCT NOV DEC";
    /** From Monday, so that a weekend is SAT,SUN. */
    private static final String WEEKDAYS = "MON TUE WED THU FRI SAT SUN";

    private static final long ALL_DAYS = FieldValues.mask(1, 31, 1);
    private static final long ALL_WEEKDAYS = FieldValues.mask(0, 6, 1);

    /** Fewer values than this are written one by one. */
    private static final int LEAST_RUN = 3;

    private NormalForm() {}

    static String of(LocalTicks ticks) {
        return String.join(" ", fields(ticks));
    }

    static List<String> fields(LocalTicks ticks) {
        boolean elapsed = ticks.elapsed();
        // Beside a field that names every day the other one adds nothing: either matches.
        boolean everyDay = namesAll(ticks.days(), ALL_DAYS) || namesAll(ticks.weekdays(), ALL_WEEKDAYS);
        return List.of(
                free(CronField.SECOND, ticks.seconds().bits(), Integer::toString),
                ofTime(CronField.MINUTE, ticks.minutes(), elapsed),
                ofTime(CronField.HOUR, ticks.hours(), elapsed),
                everyDay || ticks.days().any() ? "*" : days(ticks.days()),
                free(CronField.MONTH, ticks.months().bits(), month -> nth(MONTHS, month)),
                everyDay || ticks.weekdays().any() ? "*" : weekdays(ticks.weekdays()));
    }

    private static boolean namesAll(FieldValues field, long all) {
        return !field.any() && field.bits() == all;
    }

    /** A field in which a wildcard means no more than the values it stands for. */
    private static String free(CronField field, long bits, IntFunction<String> name) {
        for (int step = 1; step <= (field.last() - field.min) / 2; step++) {
            if (bits == FieldValues.mask(field.min, field.last(), step)) {
                return step == 1 ? "*" : "*/" + step;
            }
        }
        return listed(bits, name);
    }

    /** Minutes and hours: a wildcard in either changes how clock changes are handled. */
    private static String ofTime(CronField field, FieldValues values, boolean elapsed) {
        if (elapsed && values.bits() == FieldValues.mask(field.min, field.max, 1)) {
            return "*";
        }
        return values.open() ? open(field, values.bits()) : listed(values.bits(), Integer::toString);
    }

    /** The longest step that runs to the end of the field, and what is left. */
    private static String open(CronField field, long bits) {
        int bestFirst = 0;
        int bestStep = 0;
        int bestCount = 0;
        for (int first = field.min; first <= field.max; first++) {
            for (int step = 1; step <= field.max - field.min; step++) {
                long mask = FieldValues.mask(first, field.max, step);
                if ((mask & ~bits) == 0 && Long.bitCount(mask) > bestCount) {
                    bestFirst = first;
                    bestStep = step;
                    bestCount = Long.bitCount(mask);
                }
            }
        }
        String start = bestFirst == field.min ? "*" : Integer.toString(bestFirst);
        long rest = bits & ~FieldValues.mask(bestFirst, field.max, bestStep);
        return start + "/" + bestStep + (rest == 0 ? "" : "," + listed(rest, Integer::toString));
    }

    private static String days(FieldValues days) {
        List<String> words = new ArrayList<>();
        if (days.bits() != 0) {
            words.add(listed(days.bits(), Integer::toString));
        }
        days.rules().forEach(rule -> words.add(spelled(rule)));
        return String.join(",", words);
    }

    private static String weekdays(FieldValues weekdays) {
        List<String> words = new ArrayList<>();
        if (weekdays.bits() != 0) {
            // Sunday comes last here.
            long fromMonday = (weekdays.bits() & ~1L) | ((weekdays.bits() & 1) << 7);
            words.add(listed(fromMonday, day -> nth(WEEKDAYS, day)));
        }
        weekdays.rules().stream()
                .map(NormalForm::spelled)
                .distinct()
                .sorted(Comparator.comparingInt((String word) -> WEEKDAYS.indexOf(word.substring(0, 3)))
                        .thenComparing(Comparator.naturalOrder()))
                .forEach(words::add);
        return String.join(",", words);
    }

    private static String spelled(DayRule rule) {
        if (rule instanceof DayRule.BeforeLast before) {
            return before.days() == 0 ? "L" : "L-" + before.days();
        } else if (rule instanceof DayRule.NearestWeekday nearest) {
            return nearest.day() + "W";
        } else if (rule instanceof DayRule.LastOf last) {
            return name(last.weekday()) + "L";
        } else if (rule instanceof DayRule.NthOf nth) {
            return name(nth.weekday()) + "#" + nth.n();
        }
        return "LW";
    }

    private static String name(DayOfWeek day) {
        return nth(WEEKDAYS, day.getValue());
    }

    private static String nth(String names, int number) {
        return names.substring(number * 4 - 4, number * 4 - 1);
    }

    /** Values as one range with a step, or as a list of runs. */
    private static String listed(long bits, IntFunction<String> name) {
        int first = Long.numberOfTrailingZeros(bits);
        int last = 63 - Long.numberOfLeadingZeros(bits);
        long others = bits & (bits - 1);
        int step = others == 0 ? 1 : Long.numberOfTrailingZeros(others) - first;
        if (step > 1 && Long.bitCount(bits) >= LEAST_RUN && bits == FieldValues.mask(first, last, step)) {
            return name.apply(first) + "-" + name.apply(last) + "/" + step;
        }
        List<String> words = new ArrayList<>();
        for (int value = first; value <= last; value++) {
            if (((bits >>> value) & 1) == 1) {
                int end = value;
                while (((bits >>> (end + 1)) & 1) == 1) {
                    end++;
                }
                if (end - value + 1 < LEAST_RUN) {
                    end = value;
                }
                words.add(value == end ? name.apply(value) : name.apply(value) + "-" + name.apply(end));
                value = end;
            }
        }
        return String.join(",", words);
    }
}
