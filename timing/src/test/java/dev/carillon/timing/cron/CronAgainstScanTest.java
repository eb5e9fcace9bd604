package dev.carillon.timing.cron;

import static org.assertj.core.api.Assertions.assertThat;

import dev.carillon.kit.time.SystemTime;
import dev.carillon.schemas.schedule.Fold;
import dev.carillon.schemas.schedule.Gap;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.time.zone.ZoneOffsetTransition;
import java.time.zone.ZoneRules;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestReporter;

/**
 * Compares the evaluator with a scan of every minute that a wall clock shows: around every clock change of every zone,
 * and on other days that each run draws at random. {@code -Dcarillon.cron.scan=full} draws many times as many, which
 * takes minutes.
 */
class CronAgainstScanTest {
    private static final Instant START = Instant.parse("2000-01-01T00:00:00Z");
    private static final Instant END = Instant.parse("2041-01-01T00:00:00Z");
    private static final boolean FULL = "full".equals(System.getProperty("carillon.cron.scan"));
    private static final int EXPRESSIONS = FULL ? 25 : 3;
    private static final int EXPRESSIONS_A_CHANGE = FULL ? 25 : 1;
    private static final int LONG_RANGES = FULL ? 5_000 : 60;
    /** How many ranges are counted in each scanned span. */
    private static final int RANGES = 6;

    /** The limit for one long range, as each tick of it is computed. */
    private static final double MOST_TICKS = 2_000_000;

    private static final int QUIET_DAYS = FULL ? 20_000 : 150;
    /** The longest jump of a clock in these years is a whole day. */
    private static final Duration AROUND = Duration.ofHours(28);

    private static final List<Gap> GAPS = List.of(Gap.values());
    private static final List<Fold> FOLDS = List.of(Fold.values());

    private final long seed = Instant.now(SystemTime.clock()).toEpochMilli();
    private final Random random = new Random(seed);
    private long instants;

    private record Change(ZoneId zone, ZoneOffsetTransition transition) {}

    @Test
    void firesExactlyAsAScanAroundTheClockChangesOfAllZones(TestReporter reporter) {
        List<Change> changes = changes();
        assertThat(changes).hasSizeGreaterThan(5_000);
        for (Change change : changes) {
            Instant at = change.transition().getInstant();
            int hour = change.transition().getDateTimeBefore().getHour();
            compare(EXPRESSIONS_A_CHANGE, change.zone(), at.minus(AROUND), at.plus(AROUND), hour);
        }
        say(reporter, changes.size() + " clock changes, " + EXPRESSIONS_A_CHANGE + " expressions each");
    }

    @Test
    void firesExactlyAsAScanOnAnyDay(TestReporter reporter) {
        List<String> zones = new ArrayList<>(new TreeSet<>(ZoneId.getAvailableZoneIds()));
        zones.addAll(List.of("+05:30", "-11:00", "Z"));
        for (int i = 0; i < QUIET_DAYS; i++) {
            ZoneId zone = ZoneId.of(zones.get(random.nextInt(zones.size())));
            Instant start = START.plusSeconds((long) (random.nextDouble() * 40 * 365 * 86_400));
            compare(EXPRESSIONS, zone, start, start.plus(Duration.ofDays(4)), random.nextInt(24));
        }
        say(reporter, QUIET_DAYS + " spans of four days, " + EXPRESSIONS + " expressions each");
    }

    /** The clock changes of all zones; zones that share their rules count once. */
    private static List<Change> changes() {
        Map<ZoneRules, ZoneId> zones = new HashMap<>();
        for (String name : new TreeSet<>(ZoneId.getAvailableZoneIds())) {
            zones.putIfAbsent(ZoneId.of(name).getRules(), ZoneId.of(name));
        }
        List<Change> changes = new ArrayList<>();
        zones.forEach((rules, zone) -> {
            ZoneOffsetTransition next = rules.nextTransition(START);
            while (next != null && next.getInstant().isBefore(END)) {
                changes.add(new Change(zone, next));
                next = rules.nextTransition(next.getInstant());
            }
        });
        changes.sort((a, b) -> {
            int byZone = a.zone().getId().compareTo(b.zone().getId());
            return byZone != 0 ? byZone : a.transition().compareTo(b.transition());
        });
        return changes;
    }

    private void compare(int expressions, ZoneId zone, Instant from, Instant to, int hour) {
        // A clock change just outside still repeats times inside.
        ScannedTime scanned = new ScannedTime(zone, from.minus(AROUND), to.plus(AROUND));
        for (int i = 0; i < expressions; i++) {
            RandomCron cron = RandomCron.draw(random, hour);
            Gap gap = GAPS.get(random.nextInt(GAPS.size()));
            Fold fold = FOLDS.get(random.nextInt(FOLDS.size()));
            List<Instant> expected = new ArrayList<>(
                    scanned.fires(cron, gap, fold).tailSet(from.plusSeconds(1)).headSet(to));
            CronExpression expression = CronExpression.read(cron.text(), cron.taskId());
            List<Instant> found = evaluated(expression, zone, gap, fold, from, to);
            instants += found.size();
            if (!found.equals(expected)) {
                assertThat(found)
                        .as("%s in %s, %s, %s, from %s, seed %d", cron, zone, gap, fold, from, seed)
                        .isEqualTo(expected);
            }
            compareCounts(cron.toString(), expression.in(zone, gap, fold), expected, from, to);
        }
    }

    /** Ranges end anywhere, and most of them near the clock change in the middle. */
    private void compareCounts(String cron, ZonedTicks ticks, List<Instant> expected, Instant from, Instant to) {
        assertThat(ticks.count(from, to.minusSeconds(1)))
                .as("%s from %s to %s, seed %d", cron, from, to, seed)
                .isEqualTo(expected.size());
        for (int i = 0; i < RANGES; i++) {
            Instant one = near(from, to);
            Instant other = near(from, to);
            Instant after = one.isBefore(other) ? one : other;
            Instant upTo = one.isBefore(other) ? other : one;
            long counted = ticks.count(after, upTo);
            long scanned = expected.stream()
                    .filter(tick -> tick.isAfter(after) && !tick.isAfter(upTo))
                    .count();
            if (counted != scanned) {
                assertThat(counted)
                        .as("%s after %s up to %s, seed %d", cron, after, upTo, seed)
                        .isEqualTo(scanned);
            }
        }
    }

    private Instant near(Instant from, Instant to) {
        Duration half = Duration.between(from, to).dividedBy(2);
        double hours = random.nextGaussian() * half.toHours() / 10;
        long limit = half.toSeconds() - 1;
        Instant near = from.plus(half).plusSeconds(Math.max(-limit, Math.min(limit, (long) (hours * 3600))));
        return random.nextBoolean() ? near : near.minusNanos(1 + random.nextInt(999_999_999));
    }

    @Test
    void countsOverYearsAsManyAsItFires(TestReporter reporter) {
        List<String> zones = new ArrayList<>(new TreeSet<>(ZoneId.getAvailableZoneIds()));
        for (int i = 0; i < LONG_RANGES; i++) {
            ZoneId zone = ZoneId.of(zones.get(random.nextInt(zones.size())));
            RandomCron cron = RandomCron.draw(random, random.nextInt(24));
            Gap gap = GAPS.get(random.nextInt(GAPS.size()));
            Fold fold = FOLDS.get(random.nextInt(FOLDS.size()));
            CronExpression expression = CronExpression.read(cron.text(), cron.taskId());
            Instant after = START.minus(Duration.ofDays(random.nextInt(50 * 365)))
                    .plusSeconds((long) (random.nextDouble() * 90 * 365 * 86_400));
            double days = Math.min(3 * 365, MOST_TICKS / cron.ticksADay());
            Instant upTo = after.plusSeconds((long) (random.nextDouble() * days * 86_400));
            int fired = evaluated(expression, zone, gap, fold, after, upTo.plusNanos(1))
                    .size();
            instants += fired;
            assertThat(expression.in(zone, gap, fold).count(after, upTo))
                    .as("%s in %s, %s, %s, after %s up to %s, seed %d", cron, zone, gap, fold, after, upTo, seed)
                    .isEqualTo(fired);
        }
        say(reporter, LONG_RANGES + " ranges of years");
    }

    private static List<Instant> evaluated(
            CronExpression cron, ZoneId zone, Gap gap, Fold fold, Instant from, Instant to) {
        ZonedTicks ticks = cron.in(zone, gap, fold);
        List<Instant> found = new ArrayList<>();
        Instant next = ticks.next(from).orElse(to);
        while (next.isBefore(to)) {
            found.add(next);
            next = ticks.next(next).orElse(to);
        }
        return found;
    }

    private void say(TestReporter reporter, String what) {
        reporter.publishEntry("scanned", what + ", " + instants + " instants, seed " + seed);
    }
}
