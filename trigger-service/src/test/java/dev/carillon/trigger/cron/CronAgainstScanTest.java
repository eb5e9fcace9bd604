package dev.carillon.trigger.cron;

import static org.assertj.core.api.Assertions.assertThat;

import dev.carillon.schemas.record.Fold;
import dev.carillon.schemas.record.Gap;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.YearMonth;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.time.zone.ZoneOffsetTransition;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

/** Compares the evaluator with a scan of every local minute that matches fields one by one, as a person would. */
class CronAgainstScanTest {
    private static final List<String> ZONES = List.of(
            "UTC",
            "Europe/Berlin",
            "America/New_York",
            "Australia/Lord_Howe",
            "Africa/Cairo",
            "Asia/Kolkata",
            "Pacific/Apia",
            "America/Sao_Paulo",
            "+05:30");
    private static final List<Fold> FOLDS = List.of(Fold.FIRST, Fold.LAST, Fold.BOTH);
    private static final int EXPRESSIONS = 400;

    @Test
    void randomExpressionsFireExactlyWhereAScanOfEveryMinuteSaysSo() {
        long seed = Instant.now(dev.carillon.kit.time.SystemTime.clock()).toEpochMilli();
        Random random = new Random(seed);
        for (int i = 0; i < EXPRESSIONS; i++) {
            RandomCron cron = RandomCron.draw(random);
            ZoneId zone = ZoneId.of(ZONES.get(random.nextInt(ZONES.size())));
            Gap gap = random.nextBoolean() ? Gap.RUN_AFTER : Gap.SKIP;
            Fold fold = FOLDS.get(random.nextInt(3));
            Instant start = start(random, zone);
            Instant end = start.plusSeconds(5 * 86_400L);
            String what = cron.text() + " in " + zone + ", " + gap + ", " + fold + ", from " + start + ", seed " + seed;

            assertThat(evaluated(cron.text(), zone, gap, fold, start, end))
                    .as(what)
                    .isEqualTo(scanned(cron, zone, gap, fold, start, end));
        }
    }

    /** Half of the draws begin shortly before a clock change. */
    private static Instant start(Random random, ZoneId zone) {
        Instant any = Instant.parse("2026-01-01T00:00:00Z").plusSeconds(random.nextInt(2 * 366 * 86_400));
        ZoneOffsetTransition change = zone.getRules().nextTransition(any);
        return change != null && random.nextBoolean() ? change.getInstant().minusSeconds(random.nextInt(100_000)) : any;
    }

    private static List<Instant> evaluated(
            String expression, ZoneId zone, Gap gap, Fold fold, Instant start, Instant end) {
        CronExpression cron = CronExpression.parse(expression, "t");
        List<Instant> found = new ArrayList<>();
        Instant next = cron.next(start, zone, gap, fold).orElse(end);
        while (next.isBefore(end)) {
            found.add(next);
            next = cron.next(next, zone, gap, fold).orElse(end);
        }
        return found;
    }

    private static List<Instant> scanned(RandomCron cron, ZoneId zone, Gap gap, Fold fold, Instant start, Instant end) {
        TreeSet<Instant> found = new TreeSet<>();
        if (cron.elapsed()) {
            Instant minute = start.minusSeconds(Math.floorMod(start.getEpochSecond(), 60L) + 60);
            for (; minute.isBefore(end); minute = minute.plusSeconds(60)) {
                if (cron.matches(LocalDateTime.ofInstant(minute, zone))) {
                    found.add(minute);
                }
            }
        } else {
            LocalDateTime minute = LocalDateTime.ofInstant(start, ZoneOffset.UTC)
                    .minusDays(2)
                    .withSecond(0)
                    .withNano(0);
            LocalDateTime last = LocalDateTime.ofInstant(end, ZoneOffset.UTC).plusDays(2);
            for (; minute.isBefore(last); minute = minute.plusMinutes(1)) {
                if (cron.matches(minute)) {
                    found.addAll(instants(minute, zone, gap, fold));
                }
            }
        }
        return new ArrayList<>(found.tailSet(start, false).headSet(end, false));
    }

    private static List<Instant> instants(LocalDateTime local, ZoneId zone, Gap gap, Fold fold) {
        List<ZoneOffset> offsets = zone.getRules().getValidOffsets(local);
        if (offsets.isEmpty()) {
            ZoneOffsetTransition change = zone.getRules().getTransition(local);
            return gap == Gap.SKIP ? List.of() : List.of(change.getInstant());
        }
        Instant first = local.toInstant(offsets.get(0));
        Instant last = local.toInstant(offsets.get(offsets.size() - 1));
        return switch (fold) {
            case FIRST -> List.of(first);
            case LAST -> List.of(last);
            case BOTH -> List.of(first, last);
        };
    }

    /** An expression drawn together with the sets of numbers that it means. */
    private record RandomCron(
            String text, boolean elapsed, TreeSet<Integer> minutes, TreeSet<Integer> hours, Days days) {

        static RandomCron draw(Random random) {
            TreeSet<Integer> minutes = new TreeSet<>();
            TreeSet<Integer> hours = new TreeSet<>();
            String minute = number(random, 0, 59, minutes);
            String hour = random.nextInt(3) == 0 ? number(random, 0, 3, hours) : number(random, 0, 23, hours);
            boolean elapsed = minute.startsWith("*") || hour.startsWith("*");
            Days days = Days.draw(random);
            return new RandomCron("0 " + minute + " " + hour + " " + days.text(), elapsed, minutes, hours, days);
        }

        boolean matches(LocalDateTime local) {
            return local.getSecond() == 0
                    && minutes.contains(local.getMinute())
                    && hours.contains(local.getHour())
                    && days.matches(local);
        }

        static String number(Random random, int min, int max, TreeSet<Integer> into) {
            int a = min + random.nextInt(max - min + 1);
            int b = a + random.nextInt(max - a + 1);
            int step = 1 + random.nextInt(Math.max(1, max - min));
            switch (random.nextInt(5)) {
                case 0 -> {
                    fill(into, min, max, 1);
                    return max == 3 ? "0-3" : "*";
                }
                case 1 -> {
                    fill(into, a, b, 1);
                    return a + "-" + b;
                }
                case 2 -> {
                    fill(into, min, max, step);
                    return max == 3 ? "0-3/" + step : "*/" + step;
                }
                case 3 -> {
                    fill(into, a, b, step);
                    return a + "-" + b + "/" + step;
                }
                default -> {
                    into.add(a);
                    into.add(b);
                    return a + "," + b;
                }
            }
        }

        private static void fill(TreeSet<Integer> into, int from, int to, int step) {
            for (int value = from; value <= to; value += step) {
                into.add(value);
            }
        }
    }

    /** The three day fields; an empty set stands for a star. */
    private record Days(String text, TreeSet<Integer> days, TreeSet<Integer> months, TreeSet<Integer> weekdays) {
        static Days draw(Random random) {
            TreeSet<Integer> days = new TreeSet<>();
            TreeSet<Integer> months = new TreeSet<>();
            TreeSet<Integer> weekdays = new TreeSet<>();
            String day = field(random, 1, 31, days);
            String month = random.nextInt(4) == 0 ? field(random, 1, 12, months) : "*";
            String weekday = field(random, 0, 7, weekdays);
            // A day that its months lack would be refused: that is another test's matter.
            if (!days.isEmpty() && days.first() > 28) {
                days.add(1);
                day += ",1";
            }
            return new Days(day + " " + month + " " + weekday, days, months, weekdays);
        }

        private static String field(Random random, int min, int max, TreeSet<Integer> into) {
            if (random.nextBoolean()) {
                return "*";
            }
            int a = min + random.nextInt(max - min + 1);
            int b = a + random.nextInt(max - a + 1);
            for (int value = a; value <= b; value++) {
                into.add(value);
            }
            return a == b ? "" + a : a + "-" + b;
        }

        boolean matches(LocalDateTime local) {
            boolean month =
                    months.isEmpty() || months.contains(YearMonth.from(local).getMonthValue());
            int iso = local.getDayOfWeek().getValue();
            boolean byDay = days.contains(local.getDayOfMonth());
            boolean byWeekday = weekdays.contains(iso) || (iso == 7 && weekdays.contains(0));
            boolean either = days.isEmpty() ? weekdays.isEmpty() || byWeekday : byDay || byWeekday;
            return month && either;
        }
    }
}
