package dev.carillon.timing.cron;

import java.time.DayOfWeek;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.Locale;
import java.util.Random;
import java.util.function.Predicate;

/** The day and month fields of a random expression, and the days that they mean. */
final class RandomDays {
    private static final List<String> MONTHS =
            List.of("jan", "FEB", "Mar", "APR", "may", "JUN", "jul", "AUG", "sep", "OCT", "nov", "DEC");
    private static final List<String> WEEKDAYS = List.of("SUN", "mon", "TUE", "wed", "THU", "fri", "SAT");

    private final Random random;
    private final String taskId;
    private final BitSet months = new BitSet();
    private final String text;
    private Predicate<LocalDate> day = date -> true;

    RandomDays(Random random, String taskId) {
        this.random = random;
        this.taskId = taskId;
        this.text = draw();
    }

    String text() {
        return text;
    }

    /** Whether the day is named. */
    boolean count(LocalDate date) {
        return months.get(date.getMonthValue()) && day.test(date);
    }

    private String draw() {
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
            return RandomCron.filled(months, 1, 12, 1, "*");
        }
        ChosenValue chosen = new ChosenValue("month", taskId);
        String range = first == last ? MONTHS.get(first - 1) : MONTHS.get(first - 1) + "-" + last;
        return switch (random.nextInt(6)) {
            case 0 -> RandomCron.filled(months, chosen.among(1, 12), "H");
            case 1 -> RandomCron.filled(months, chosen.among(first, last), "H(" + first + "-" + last + ")");
            case 2 -> RandomCron.filled(months, chosen.steps(1, 12, Math.min(first, 11)), "H/" + Math.min(first, 11));
            default -> RandomCron.filled(months, first, last, 1, range);
        };
    }

    private Predicate<LocalDate> dayOfMonth(List<String> texts) {
        int n = 1 + random.nextInt(28);
        int more = random.nextInt(32 - n);
        int before = 1 + n % 27;
        String range = n + "-" + (n + more);
        ChosenValue chosen = new ChosenValue("day-of-month", taskId);
        int form = random.nextInt(9);
        texts.add(List.of(
                        "L",
                        "L-" + before,
                        "LW",
                        n + "w",
                        range,
                        "H",
                        "H(" + range + ")",
                        "H/" + n,
                        n + "," + (n + more))
                .get(form));
        return switch (form) {
            case 0 -> date -> date.getDayOfMonth() == date.lengthOfMonth();
            case 1 -> date -> date.getDayOfMonth() == date.lengthOfMonth() - before;
            case 2 -> date -> isWorkday(date) && workdaysLeft(date) == 1;
            case 3 -> date -> date.equals(nearestWorkday(date, n));
            case 4 -> date -> date.getDayOfMonth() >= n && date.getDayOfMonth() <= n + more;
            case 5 -> onDays(chosen.steps(1, 28, 28));
            case 6 -> onDays(chosen.steps(n, n + more, more + 1));
            case 7 -> onDays(chosen.steps(1, 28, n));
            default -> date -> date.getDayOfMonth() == n || date.getDayOfMonth() == n + more;
        };
    }

    private static Predicate<LocalDate> onDays(BitSet days) {
        return date -> days.get(date.getDayOfMonth());
    }

    /** The working days from this day to the end of its month. */
    private static long workdaysLeft(LocalDate date) {
        return date.datesUntil(date.withDayOfMonth(1).plusMonths(1))
                .filter(RandomDays::isWorkday)
                .count();
    }

    private static boolean isWorkday(LocalDate date) {
        return date.getDayOfWeek() != DayOfWeek.SATURDAY && date.getDayOfWeek() != DayOfWeek.SUNDAY;
    }

    /** The nearest working day of the same month; no two are equally near. */
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
        String range = n + "-" + (n + more);
        ChosenValue chosen = new ChosenValue("day-of-week", taskId);
        int form = random.nextInt(7);
        texts.add(List.of(
                        word + "l",
                        word.toLowerCase(Locale.ROOT) + "#" + nth,
                        range,
                        "H",
                        "H(" + range + ")",
                        "H/" + nth,
                        word)
                .get(form));
        return switch (form) {
            case 0 ->
                date -> date.getDayOfWeek() == wanted && date.plusWeeks(1).getMonthValue() != date.getMonthValue();
            case 1 -> date -> date.getDayOfWeek() == wanted && (date.getDayOfMonth() + 6) / 7 == nth;
            case 2 -> date -> inWeek(date, n, n + more);
            case 3 -> onWeekday(chosen.steps(0, 6, 7));
            case 4 -> onWeekday(chosen.steps(n, n + more, more + 1));
            case 5 -> onWeekday(chosen.steps(0, 6, nth));
            default -> date -> date.getDayOfWeek() == wanted;
        };
    }

    private static Predicate<LocalDate> onWeekday(BitSet days) {
        return date -> days.stream().anyMatch(day -> inWeek(date, day, day));
    }

    /** Sunday is both 0 and 7. */
    private static boolean inWeek(LocalDate date, int first, int last) {
        int iso = date.getDayOfWeek().getValue();
        return (iso >= first && iso <= last) || (iso == 7 && first == 0);
    }
}
