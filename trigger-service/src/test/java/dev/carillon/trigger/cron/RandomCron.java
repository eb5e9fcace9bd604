package dev.carillon.trigger.cron;

import java.time.DayOfWeek;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.Locale;
import java.util.Random;
import java.util.function.Predicate;

/**
 * An expression drawn together with what it means, as a person reads it: sets of numbers, and a question to each day. It
 * shares nothing with the evaluator that it judges.
 */
final class RandomCron {
    private static final List<String> MONTHS =
            List.of("jan", "FEB", "Mar", "APR", "may", "JUN", "jul", "AUG", "sep", "OCT", "nov", "DEC");
    private static final List<String> WEEKDAYS = List.of("SUN", "mon", "TUE", "wed", "THU", "fri", "SAT");

    private final Random random;
    private final BitSet seconds = new BitSet();
    private final BitSet minutes = new BitSet();
    private final BitSet hours = new BitSet();
    private final BitSet months = new BitSet();
    private boolean elapsed;
    private String text = "";
    private Predicate<LocalDate> day = date -> true;

    private RandomCron(Random random) {
        this.random = random;
    }

    /** Most hours are drawn near the given one, where something happens. */
    static RandomCron draw(Random random, int nearHour) {
        RandomCron cron = new RandomCron(random);
        String second = cron.second();
        String minute = cron.time(cron.minutes, 59, random.nextInt(60));
        String hour = cron.time(cron.hours, 23, Math.floorMod(nearHour + random.nextInt(5) - 2, 24));
        String days = cron.days();
        cron.text = (second.equals("0") && random.nextBoolean() ? "" : second + " ") + minute + " " + hour + " " + days;
        return cron;
    }

    String text() {
        return text;
    }

    /** Whether it follows real time where the clocks change. */
    boolean elapsed() {
        return elapsed;
    }

    BitSet seconds() {
        return seconds;
    }

    /** Whether it names this minute. */
    boolean names(LocalDateTime minute) {
        return minutes.get(minute.getMinute())
                && hours.get(minute.getHour())
                && months.get(minute.getMonthValue())
                && day.test(minute.toLocalDate());
    }

    private String second() {
        int one = random.nextInt(3) == 0 ? random.nextInt(60) : 0;
        if (random.nextInt(12) == 0) {
            fill(seconds, one % 20, 59, 20);
            return one % 20 == 0 ? "*/20" : one % 20 + "/20";
        }
        seconds.set(one);
        return Integer.toString(one);
    }

    private String time(BitSet into, int max, int near) {
        int end = near + random.nextInt(max - near + 1);
        int step = 1 + random.nextInt(max - 1);
        int form = random.nextInt(8);
        elapsed |= form <= 2;
        return switch (form) {
            case 0 -> filled(into, 0, max, 1, "*");
            case 1 -> filled(into, 0, max, step, "*/" + step);
            case 2 -> filled(into, near, max, step, near + "/" + step);
            case 3 -> filled(into, near, end, 1, near + "-" + end);
            case 4 -> filled(into, near, end, step, near + "-" + end + "/" + step);
            case 5 -> filled(into, step, step, 1, "") + filled(into, near, near, 1, near + "," + step);
            default -> filled(into, near, near, 1, Integer.toString(near));
        };
    }

    private String days() {
        String any = random.nextBoolean() ? "*" : "?";
        String month = month();
        List<String> texts = new ArrayList<>();
        return switch (random.nextInt(5)) {
            case 0 -> {
                day = dayOfMonth(texts);
                yield texts.get(0) + " " + month + " " + any;
            }
            case 1 -> {
                day = weekday(texts);
                yield any + " " + month + " " + texts.get(0);
            }
            case 2 -> {
                day = dayOfMonth(texts).or(weekday(texts));
                yield texts.get(0) + " " + month + " " + texts.get(1);
            }
            default -> any + " " + month + " *";
        };
    }

    private String month() {
        int first = 1 + random.nextInt(12);
        int last = first + random.nextInt(13 - first);
        if (random.nextInt(4) > 0) {
            fill(months, 1, 12, 1);
            return "*";
        }
        fill(months, first, last, 1);
        return first == last ? MONTHS.get(first - 1) : MONTHS.get(first - 1) + "-" + last;
    }

    private Predicate<LocalDate> dayOfMonth(List<String> texts) {
        int n = 1 + random.nextInt(28);
        int more = random.nextInt(32 - n);
        int before = 1 + n % 27;
        int form = random.nextInt(6);
        texts.add(List.of("L", "L-" + before, "LW", n + "w", n + "-" + (n + more), n + "," + (n + more))
                .get(form));
        return switch (form) {
            case 0 -> date -> date.getDayOfMonth() == date.lengthOfMonth();
            case 1 -> date -> date.getDayOfMonth() == date.lengthOfMonth() - before;
            case 2 -> date -> isWorkday(date) && workdaysLeft(date) == 1;
            case 3 -> date -> date.equals(nearestWorkday(date, n));
            case 4 -> date -> date.getDayOfMonth() >= n && date.getDayOfMonth() <= n + more;
            default -> date -> date.getDayOfMonth() == n || date.getDayOfMonth() == n + more;
        };
    }

    /** From this day on to the end of its month. */
    private static long workdaysLeft(LocalDate date) {
        return date.datesUntil(date.withDayOfMonth(1).plusMonths(1))
                .filter(RandomCron::isWorkday)
                .count();
    }

    private static boolean isWorkday(LocalDate date) {
        return date.getDayOfWeek() != DayOfWeek.SATURDAY && date.getDayOfWeek() != DayOfWeek.SUNDAY;
    }

    /** Of the working days of that month the one with the least distance; no two are equally near. */
    private static LocalDate nearestWorkday(LocalDate inMonth, int n) {
        LocalDate found = inMonth;
        int least = 99;
        for (int i = 1; i <= inMonth.lengthOfMonth(); i++) {
            LocalDate date = inMonth.withDayOfMonth(i);
            if (isWorkday(date) && Math.abs(i - n) < least) {
                least = Math.abs(i - n);
                found = date;
            }
        }
        return found;
    }

    private Predicate<LocalDate> weekday(List<String> texts) {
        int n = random.nextInt(7);
        int more = random.nextInt(8 - n);
        int nth = 1 + random.nextInt(4);
        DayOfWeek wanted = DayOfWeek.of(n == 0 ? 7 : n);
        String number = n == 0 && random.nextBoolean() ? "7" : Integer.toString(n);
        String word = random.nextBoolean() ? WEEKDAYS.get(n) : number;
        int form = random.nextInt(4);
        texts.add(List.of(word + "l", word.toLowerCase(Locale.ROOT) + "#" + nth, n + "-" + (n + more), word)
                .get(form));
        return switch (form) {
            case 0 ->
                date -> date.getDayOfWeek() == wanted && date.plusWeeks(1).getMonthValue() != date.getMonthValue();
            case 1 -> date -> date.getDayOfWeek() == wanted && (date.getDayOfMonth() + 6) / 7 == nth;
            case 2 -> date -> inWeek(date, n, n + more);
            default -> date -> date.getDayOfWeek() == wanted;
        };
    }

    /** With Sunday as 0 and as 7. */
    private static boolean inWeek(LocalDate date, int first, int last) {
        int iso = date.getDayOfWeek().getValue();
        return (iso >= first && iso <= last) || (iso == 7 && first == 0);
    }

    private static String filled(BitSet into, int from, int to, int step, String text) {
        fill(into, from, to, step);
        return text;
    }

    private static void fill(BitSet into, int from, int to, int step) {
        for (int value = from; value <= to; value += step) {
            into.set(value);
        }
    }
}
