package dev.carillon.timing.cron;

import dev.carillon.schemas.error.ContractException;
import dev.carillon.schemas.key.Murmur2;
import java.nio.charset.StandardCharsets;
import java.time.DayOfWeek;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Reads one field: values, names, ranges, steps, lists, hashes, and days that depend on the month. */
final class FieldParser {
    private static final Pattern STEP = Pattern.compile("([^/]*)/([0-9]{1,3})");
    private static final Pattern HASH = Pattern.compile("H(?:\\(([A-Z0-9]{1,3})-([A-Z0-9]{1,3})\\))?");
    private static final Pattern NUMBER = Pattern.compile("[0-9]{1,3}");
    private static final Pattern LAST_MINUS = Pattern.compile("L-([1-9]|[12][0-9]|30)");
    private static final Pattern NEAREST = Pattern.compile("([0-9]{1,2})W");
    private static final Pattern LAST_WEEKDAY_OF = Pattern.compile("([A-Z0-9]{1,3})L");
    private static final Pattern NTH = Pattern.compile("([A-Z0-9]{1,3})#([0-9]{1,2})");

    private static final String IN_LIST = " inside a list: some parsers take each item of it, others only one";
    private static final int NO_STEP = 0;
    private final String expression;
    private final String taskId;

    FieldParser(String expression, String taskId) {
        this.expression = expression;
        this.taskId = taskId;
    }

    FieldValues parse(CronField field, String text) {
        String upper = text.toUpperCase(Locale.ROOT);
        if (upper.equals("*") || (upper.equals("?") && field.isDay())) {
            return new FieldValues(FieldValues.mask(field.min, field.last(), 1), List.of(), true, true, false, upper);
        }
        if (field == CronField.DAY_OF_MONTH && (upper.indexOf('L') >= 0 || upper.indexOf('W') >= 0)) {
            return dayOfMonthRule(upper);
        }
        if (field == CronField.DAY_OF_WEEK && upper.indexOf('L') >= 0) {
            return lastWeekday(upper);
        }
        List<FieldValues> items = new ArrayList<>();
        for (String item : upper.split(",", -1)) {
            items.add(item(field, item));
        }
        return joined(items);
    }

    private static FieldValues joined(List<FieldValues> items) {
        long bits = 0;
        boolean open = false;
        boolean starStep = false;
        List<DayRule> rules = new ArrayList<>();
        List<String> plain = new ArrayList<>();
        for (FieldValues item : items) {
            bits |= item.bits();
            open |= item.open();
            starStep |= item.starStep();
            rules.addAll(item.rules());
            plain.add(item.plain());
        }
        return new FieldValues(bits, List.copyOf(rules), open, false, starStep, String.join(",", plain));
    }

    private FieldValues item(CronField field, String item) {
        Matcher step = STEP.matcher(item);
        Matcher nth = NTH.matcher(item);
        if (item.isEmpty()) {
            throw bad(field, "has an empty place in its list", "remove the extra comma");
        }
        if (item.equals("?") && !field.isDay()) {
            throw bad(field, "has ?, which only day-of-month and day-of-week may have", "write *");
        }
        if (item.equals("*") || item.equals("?")) {
            String readings = " inside a list: some parsers take every value, others only the other items";
            throw bad(field, "has " + item + readings, "write " + item + " alone, or only the other values");
        }
        if (nth.matches() && field == CronField.DAY_OF_WEEK) {
            return nthWeekday(field, nth);
        }
        if (step.matches()) {
            return stepped(field, item, step.group(1), number(field, step.group(2)));
        }
        Matcher hash = HASH.matcher(item);
        if (hash.matches()) {
            int value = hashed(field, low(field, hash), high(field, hash));
            return values(field, value, value, 1, false);
        }
        return range(field, item, NO_STEP);
    }

    private FieldValues stepped(CronField field, String item, String base, int step) {
        int greatest = field.last() - field.min;
        if (step < 1 || step > greatest) {
            throw bad(
                    field,
                    "has the step " + step + " in " + item + ", allowed are 1 to " + greatest + "; a larger one would"
                            + " fire once each round of the field and not every " + step,
                    "name the values, or use a schedule with every");
        }
        if (base.equals("*")) {
            String plain = "*/" + step;
            return new FieldValues(
                    FieldValues.mask(field.min, field.last(), step), List.of(), true, false, true, plain);
        }
        Matcher hash = HASH.matcher(base);
        if (hash.matches()) {
            int low = low(field, hash);
            int high = high(field, hash);
            int first = hashed(field, low, Math.min(high, low + step - 1));
            return values(field, first, high, step, hash.group(1) == null);
        }
        return range(field, base, step);
    }

    private FieldValues range(CronField field, String text, int step) {
        int dash = text.indexOf('-');
        if (dash < 0) {
            int named = value(field, text);
            // Where steps go on from Sunday it is the first day, and not the one behind the last.
            int first = step != NO_STEP && named > field.last() ? field.min : named;
            // A step from one value runs to the end of the field, like a wildcard that starts later.
            return step == NO_STEP
                    ? values(field, first, first, 1, false)
                    : values(field, first, field.last(), step, true);
        }
        int first = value(field, text.substring(0, dash));
        int last = value(field, text.substring(dash + 1));
        if (field == CronField.DAY_OF_WEEK && last == 0 && first > 0 && text.endsWith("SUN")) {
            last = 7;
        }
        if (first > last) {
            throw bad(
                    field,
                    "has the range " + text + ", which some read as running over the end and others as empty",
                    "write " + FieldValues.span(first, field.last()) + "," + FieldValues.span(field.min, last));
        }
        return values(field, first, last, Math.max(1, step), false);
    }

    private static FieldValues values(CronField field, int first, int last, int step, boolean open) {
        long bits = FieldValues.mask(first, last, step);
        if (field == CronField.DAY_OF_WEEK && ((bits >>> 7) & 1) == 1) {
            bits = (bits & 0x7f) | 1;
        }
        String plain = FieldValues.span(first, last) + (step == 1 ? "" : "/" + step);
        return new FieldValues(bits, List.of(), open, false, false, plain);
    }

    private int low(CronField field, Matcher hash) {
        return hash.group(1) == null ? field.min : value(field, hash.group(1));
    }

    private int high(CronField field, Matcher hash) {
        int high = hash.group(2) == null ? field.lastForHash() : value(field, hash.group(2));
        if (high < low(field, hash)) {
            throw bad(field, "has the empty range " + hash.group(), "write the smaller value first");
        }
        return high;
    }

    /** A value that the taskId chooses, so that many schedules of one expression do not fire together. */
    private int hashed(CronField field, int low, int high) {
        byte[] bytes = (field.label + ":" + taskId).getBytes(StandardCharsets.UTF_8);
        return low + Murmur2.partition(bytes, high - low + 1);
    }

    private FieldValues dayOfMonthRule(String text) {
        CronField field = CronField.DAY_OF_MONTH;
        if (text.indexOf(',') >= 0) {
            throw bad(field, "has L or W" + IN_LIST, "use one schedule for each");
        }
        Matcher nearest = NEAREST.matcher(text);
        Matcher minus = LAST_MINUS.matcher(text);
        if (text.equals("L")) {
            return FieldValues.ofRule(new DayRule.BeforeLast(0), text);
        } else if (text.equals("LW")) {
            return FieldValues.ofRule(new DayRule.LastWeekday(), text);
        } else if (nearest.matches()) {
            return FieldValues.ofRule(new DayRule.NearestWeekday(value(field, nearest.group(1))), text);
        } else if (minus.matches()) {
            return FieldValues.ofRule(new DayRule.BeforeLast(number(field, minus.group(1))), text);
        }
        throw bad(
                field,
                "has " + text + ", which is no day",
                "write L (last day), L-3 (three days before it), LW (last weekday) or 15W (weekday nearest to the"
                        + " 15th)");
    }

    private FieldValues lastWeekday(String text) {
        CronField field = CronField.DAY_OF_WEEK;
        if (text.indexOf(',') >= 0) {
            throw bad(field, "has L" + IN_LIST, "use one schedule for each");
        }
        if (text.equals("L")) {
            throw bad(
                    field,
                    "is L alone: every Saturday to some parsers, the last day of the week to others",
                    "write 6 for every Saturday, 0 for every Sunday, or 5L for the last Friday of the month");
        }
        Matcher last = LAST_WEEKDAY_OF.matcher(text);
        if (!last.matches()) {
            throw bad(field, "has " + text + ", which is no day", "write 5L or FRIL for the last Friday of the month");
        }
        int day = value(field, last.group(1));
        return FieldValues.ofRule(new DayRule.LastOf(weekday(day)), day + "L");
    }

    private FieldValues nthWeekday(CronField field, Matcher nth) {
        int day = value(field, nth.group(1));
        int n = number(field, nth.group(2));
        if (n < 1 || n > 5) {
            throw bad(field, "has " + nth.group() + ", a month has a weekday 1 to 5 times", "write #1 to #5");
        }
        return FieldValues.ofRule(new DayRule.NthOf(weekday(day), n), day + "#" + n);
    }

    private static DayOfWeek weekday(int number) {
        return DayOfWeek.of(number == 0 ? 7 : number);
    }

    private int value(CronField field, String text) {
        int named = field.named(text);
        if (named >= 0) {
            return named;
        }
        if (!NUMBER.matcher(text).matches()) {
            throw bad(field, "has " + ContractException.shown(text) + ", which is no value", "write " + field.limits());
        }
        int value = number(field, text);
        if (value < field.min || value > field.max) {
            throw bad(field, "has " + value + ", allowed are " + field.limits(), "write a value within these limits");
        }
        return value;
    }

    private int number(CronField field, String digits) {
        if (digits.length() > 3) {
            throw bad(field, "has the number " + digits, "write " + field.limits());
        }
        return Integer.parseInt(digits);
    }

    private ContractException bad(CronField field, String problem, String fix) {
        return CronSyntax.bad(expression, "in its " + field.label + " field " + problem, fix);
    }
}
