package dev.carillon.system.checker.plan;

import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.time.zone.ZoneOffsetTransition;
import java.util.BitSet;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/**
 * Evaluates a cron expression by testing every second. It knows plain fields only: numbers, names, lists, ranges,
 * steps, {@code *} and {@code ?}. It is slow and simple on purpose.
 */
final class BruteForceCron {
    private static final List<String> MONTHS =
            List.of("jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec");
    private static final List<String> DAYS = List.of("sun", "mon", "tue", "wed", "thu", "fri", "sat");

    private final BitSet seconds;
    private final BitSet minutes;
    private final BitSet hours;
    private final BitSet days;
    private final BitSet months;
    private final BitSet weekdays;
    private final boolean anyDay;
    private final boolean anyWeekday;
    private final boolean fixedTimes;
    private final ZoneId zone;

    private BruteForceCron(String[] fields, ZoneId zone) {
        this.seconds = values(fields[0], 0, 59, List.of(), 0);
        this.minutes = values(fields[1], 0, 59, List.of(), 0);
        this.hours = values(fields[2], 0, 23, List.of(), 0);
        this.days = values(fields[3], 1, 31, List.of(), 1);
        this.months = values(fields[4], 1, 12, MONTHS, 1);
        this.weekdays = values(fields[5], 0, 7, DAYS, 0);
        if (weekdays.get(7)) {
            weekdays.set(0);
        }
        this.anyDay = isAny(fields[3]);
        this.anyWeekday = isAny(fields[5]);
        this.fixedTimes = !fields[1].startsWith("*") && !fields[2].startsWith("*");
        this.zone = zone;
    }

    /** Empty if the expression has more than plain fields. */
    static Optional<BruteForceCron> of(String expression, ZoneId zone) {
        String[] fields = expression.strip().split("\\s+", -1);
        String[] six = fields.length == 5 ? ("0 " + String.join(" ", fields)).split(" ", -1) : fields;
        if (six.length != 6) {
            return Optional.empty();
        }
        try {
            return Optional.of(new BruteForceCron(six, zone));
        } catch (IllegalArgumentException e) {
            return Optional.empty(); // The caller counts it as not computed.
        }
    }

    /** Whether this second is a tick; after a gap of the clock its first second stands for all ticks in the gap. */
    boolean fires(Instant second, boolean runAfterGap, boolean firstOfFold, boolean lastOfFold) {
        LocalDateTime local = LocalDateTime.ofInstant(second, zone);
        if (!fixedTimes) {
            return matches(local);
        }
        if (runAfterGap && endsGapWithTick(second)) {
            return true;
        }
        List<ZoneOffset> offsets = zone.getRules().getValidOffsets(local);
        if (offsets.size() == 2) {
            boolean first = zone.getRules().getOffset(second).equals(offsets.get(0));
            return matches(local) && (first ? firstOfFold : lastOfFold);
        }
        return matches(local);
    }

    private boolean endsGapWithTick(Instant second) {
        ZoneOffsetTransition transition = zone.getRules().previousTransition(second.plusNanos(1));
        if (transition == null
                || !transition.isGap()
                || !transition.getInstant().equals(second)) {
            return false;
        }
        LocalDateTime end = transition.getDateTimeAfter();
        for (LocalDateTime t = transition.getDateTimeBefore(); t.isBefore(end); t = t.plusSeconds(1)) {
            if (matches(t)) {
                return true;
            }
        }
        return false;
    }

    private boolean matches(LocalDateTime t) {
        return seconds.get(t.getSecond())
                && minutes.get(t.getMinute())
                && hours.get(t.getHour())
                && months.get(t.getMonthValue())
                && matchesDay(t);
    }

    private boolean matchesDay(LocalDateTime t) {
        boolean day = days.get(t.getDayOfMonth());
        boolean weekday = weekdays.get(t.getDayOfWeek().getValue() % 7);
        return (anyDay || anyWeekday) ? (day && weekday) : (day || weekday);
    }

    private static boolean isAny(String field) {
        return field.equals("*") || field.equals("?");
    }

    private static BitSet values(String field, int min, int max, List<String> words, int firstWord) {
        BitSet all = new BitSet();
        for (String part : field.split(",", -1)) {
            String[] stepped = part.split("/", -1);
            int step = stepped.length == 2 ? Integer.parseInt(stepped[1]) : 1;
            if (stepped.length > 2 || step < 1) {
                throw new IllegalArgumentException(part);
            }
            String[] ends = isAny(stepped[0]) ? new String[] {"" + min, "" + max} : stepped[0].split("-", -1);
            int from = number(ends[0], words, firstWord);
            int to = ends.length > 1 ? number(ends[1], words, firstWord) : stepped.length == 2 ? max : from;
            if (ends.length > 2 || from < min || to > max || from > to) {
                throw new IllegalArgumentException(part);
            }
            for (int value = from; value <= to; value += step) {
                all.set(value);
            }
        }
        return all;
    }

    private static int number(String text, List<String> words, int firstWord) {
        int word = words.indexOf(text.toLowerCase(Locale.ROOT));
        return word >= 0 ? word + firstWord : Integer.parseInt(text);
    }
}
