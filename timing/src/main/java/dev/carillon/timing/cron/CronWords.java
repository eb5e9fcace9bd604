package dev.carillon.timing.cron;

import java.time.DayOfWeek;
import java.time.Month;
import java.time.format.TextStyle;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** Describes an expression in plain words: {@code At 06:00 on Monday to Friday}. */
final class CronWords {
    /** More times of day than this are not listed. */
    private static final int LISTED_TIMES = 6;

    private final LocalTicks ticks;

    private CronWords(LocalTicks ticks) {
        this.ticks = ticks;
    }

    static String of(LocalTicks ticks) {
        CronWords words = new CronWords(ticks);
        return words.time() + words.days() + words.months();
    }

    private String time() {
        List<Integer> seconds = NamedValues.values(ticks.seconds());
        List<Integer> minutes = NamedValues.values(ticks.minutes());
        List<Integer> hours = NamedValues.values(ticks.hours());
        if (seconds.size() > 1) {
            return capital(
                    first("second", ticks.seconds(), ticks.minutes(), "minute") + minutesPart() + hoursPart(" of "));
        }
        String tail = seconds.get(0) == 0 ? "" : " and " + NamedValues.count(seconds.get(0), "second");
        if (minutes.size() * hours.size() <= LISTED_TIMES) {
            return "At " + NamedValues.listed(times(hours, minutes, seconds.get(0)));
        }
        if (ticks.minutes().any() || ticks.minutes().starStep()) {
            return capital(first("minute", ticks.minutes(), ticks.hours(), "hour") + hoursPart(" in "))
                    + at(seconds.get(0));
        }
        if (minutes.size() == 1 && minutes.get(0) == 0 && tail.isEmpty()) {
            return fullHours(hours);
        }
        String past = minutes.size() == 1
                ? NamedValues.count(minutes.get(0), "minute") + tail + " past "
                : "minutes " + NamedValues.of(ticks.minutes(), Integer::toString) + " of ";
        return "At " + past + each("hour", ticks.hours()) + (minutes.size() == 1 ? "" : at(seconds.get(0)));
    }

    private String fullHours(List<Integer> hours) {
        String each = each("hour", ticks.hours());
        int last = hours.get(hours.size() - 1);
        if (!each.startsWith("hours")) {
            return capital(each);
        }
        return last - hours.get(0) == hours.size() - 1
                ? "Every hour from " + clock(hours.get(0), 0, 0) + " to " + clock(last, 0, 0)
                : "At the full " + each;
    }

    private static String at(int second) {
        return second == 0 ? "" : ", " + NamedValues.count(second, "second") + " past the minute";
    }

    /** {@code every minute}, {@code every 5 minutes}, or the values one by one. */
    private static String each(String unit, FieldValues field) {
        if (field.any()) {
            return "every " + unit;
        }
        String plain = field.plain();
        int slash = plain.indexOf('/');
        boolean even = field.starStep() && plain.indexOf(',') < 0 && rounds(unit) % step(plain) == 0;
        if (even) {
            return "every " + NamedValues.count(step(plain), unit);
        }
        if (slash > 0
                && plain.indexOf(',') < 0
                && field.open()
                && NamedValues.values(field).size() > LISTED_TIMES) {
            return "every " + NamedValues.count(step(plain), unit) + " of the "
                    + (unit.equals("hour") ? "day" : unit.equals("minute") ? "hour" : "minute") + ", from "
                    + NamedValues.values(field).get(0) + " on";
        }
        return (NamedValues.values(field).size() == 1 ? unit + " " : unit + "s ")
                + NamedValues.of(field, Integer::toString);
    }

    private static int step(String plain) {
        return Integer.parseInt(plain.substring(plain.indexOf('/') + 1));
    }

    private static int rounds(String unit) {
        return unit.equals("hour") ? 24 : 60;
    }

    /** The first part; values without a step name the larger unit, unless the next part does. */
    private static String first(String unit, FieldValues field, FieldValues larger, String largerUnit) {
        String each = each(unit, field);
        if (each.startsWith("every")) {
            return each.endsWith(" on") && !larger.any() ? each + "," : each;
        }
        return larger.any() ? each + " of every " + largerUnit : each;
    }

    private String minutesPart() {
        return ticks.minutes().any() ? "" : " of " + only("minute", ticks.minutes());
    }

    /**
     * The values one by one, as behind "of" and "in" a step would be misread: every 5 minutes of every 2 hours could
     * also be all the time.
     */
    private static String only(String unit, FieldValues field) {
        List<Integer> values = NamedValues.values(field);
        boolean stepped = field.starStep() && field.plain().indexOf(',') < 0;
        if (stepped && values.size() > NamedValues.MOST) {
            return unit + "s " + values.get(0) + ", " + values.get(1) + ", " + values.get(2) + " and so on to "
                    + values.get(values.size() - 1);
        }
        return (values.size() == 1 ? unit + " " : unit + "s ") + NamedValues.of(field, Integer::toString);
    }

    /** {@code from 08:00 to 17:59} for hours that follow each other, else the hours one by one. */
    private String hoursPart(String joint) {
        FieldValues hours = ticks.hours();
        if (hours.any()) {
            return "";
        }
        List<Integer> values = NamedValues.values(hours);
        int first = values.get(0);
        int last = values.get(values.size() - 1);
        if (last - first == values.size() - 1) {
            return " from " + clock(first, 0, 0) + " to " + clock(last, 59, 0);
        }
        return joint + only("hour", hours);
    }

    private String days() {
        String days = ticks.days().any() ? "" : dayOfMonth();
        String weekdays = ticks.weekdays().any() ? "" : "on " + weekday();
        if (days.isEmpty() && weekdays.isEmpty()) {
            boolean once = NamedValues.values(ticks.seconds()).size() == 1
                    && NamedValues.values(ticks.minutes()).size()
                                    * NamedValues.values(ticks.hours()).size()
                            <= LISTED_TIMES;
            return once && ticks.months().any() ? " every day" : "";
        }
        if (!days.isEmpty() && !weekdays.isEmpty()) {
            return " " + days + " and also " + weekdays;
        }
        return " " + days + weekdays;
    }

    private String dayOfMonth() {
        List<String> words = new ArrayList<>();
        for (DayRule rule : ticks.days().rules()) {
            words.add(rule(rule));
        }
        if (ticks.days().bits() != 0) {
            words.add((NamedValues.values(ticks.days()).size() == 1 ? "day " : "days ")
                    + NamedValues.of(ticks.days(), Integer::toString) + " of the month");
        }
        return "on " + NamedValues.listed(words);
    }

    private String weekday() {
        List<String> words = new ArrayList<>();
        if (ticks.weekdays().bits() != 0) {
            words.add(NamedValues.of(ticks.weekdays(), CronWords::weekdayName));
        }
        for (DayRule rule : ticks.weekdays().rules()) {
            words.add(rule(rule));
        }
        return NamedValues.listed(words);
    }

    private static String rule(DayRule rule) {
        if (rule instanceof DayRule.BeforeLast before) {
            return before.days() == 0
                    ? "the last day of the month"
                    : "the day " + NamedValues.count(before.days(), "day") + " before the last of the month";
        }
        if (rule instanceof DayRule.LastWeekday) {
            return "the last day of the month from Monday to Friday";
        }
        if (rule instanceof DayRule.NearestWeekday nearest) {
            return "the day from Monday to Friday nearest to day " + nearest.day() + " of the month";
        }
        if (rule instanceof DayRule.LastOf last) {
            return "the last " + name(last.weekday()) + " of the month";
        }
        DayRule.NthOf nth = (DayRule.NthOf) rule;
        return "the " + List.of("first", "second", "third", "fourth", "fifth").get(nth.n() - 1) + " "
                + name(nth.weekday()) + " of the month";
    }

    private String months() {
        return ticks.months().any()
                ? ""
                : " in "
                        + NamedValues.of(ticks.months(), month -> Month.of(month)
                                .getDisplayName(TextStyle.FULL, Locale.ENGLISH));
    }

    private static String weekdayName(int number) {
        return name(DayOfWeek.of(number == 0 ? 7 : number));
    }

    private static String name(DayOfWeek day) {
        return day.getDisplayName(TextStyle.FULL, Locale.ENGLISH);
    }

    private static List<String> times(List<Integer> hours, List<Integer> minutes, int second) {
        List<String> times = new ArrayList<>();
        hours.forEach(hour -> minutes.forEach(minute -> times.add(clock(hour, minute, second))));
        return times;
    }

    private static String clock(int hour, int minute, int second) {
        return second == 0
                ? String.format(Locale.ROOT, "%02d:%02d", hour, minute)
                : String.format(Locale.ROOT, "%02d:%02d:%02d", hour, minute, second);
    }

    private static String capital(String words) {
        return Character.toUpperCase(words.charAt(0)) + words.substring(1);
    }
}
