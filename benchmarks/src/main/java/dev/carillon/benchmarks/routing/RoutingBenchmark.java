package dev.carillon.benchmarks.routing;

import dev.carillon.benchmarks.frame.Benchmark;
import dev.carillon.benchmarks.frame.Report;
import dev.carillon.schemas.json.Fields;
import dev.carillon.schemas.key.ExecutionKey;
import dev.carillon.schemas.schedule.FiringRule;
import dev.carillon.schemas.work.Routing;
import java.nio.file.Path;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.function.Predicate;

/**
 * {@code benchmarks/run routing}: the share of each worker under each strategy, with ticks of every second and with
 * many at one instant; how long tasks wait if one worker is slow; how soon a change of the default takes effect; and
 * whether anything is lost.
 */
public final class RoutingBenchmark implements Benchmark {
    private static final int AT_ONCE = 10_000;
    private static final int LEAST_AT_ONCE = 1_000;
    private static final int A_SECOND = 500;
    private static final int SECONDS = 60;
    private static final int LEAST_SECONDS = 6;
    private static final long TASK_MILLIS = 10;
    private static final long SLOW_MILLIS = 100;
    private static final int SLOW = KafkaStage.WORKERS - 1;
    /** Until heartbeats show the effect of a change on the workers. */
    private static final int SETTLE_SECONDS = 8;

    private static final int MOST_SECONDS = 90;
    private static final long POLL_MS = 100;
    private static final List<Routing> LEAST = List.of(Routing.LEAST_TASKS, Routing.LEAST_CONNECTIONS);
    private static final String STEADY = "steady";
    private static final double SWITCH_BOUND = 1_000;
    private static final long SECOND_MS = 1_000;
    /** How long before ticks are due the default is changed, in turn. */
    private static final List<Long> BEFORE_A_SECOND = List.of(50L, 150L, 20L, 350L, 100L, 700L);

    /** Long enough for the ticks of three seconds. */
    private static final long WATCHED_MS = 3_500;

    private final int[] weights = {1, 2, 3, 4};
    private final int[] equal = {1, 1, 1, 1};

    @Override
    public void run(Path dir, double scale, Report report) throws Exception {
        int atOnce = Math.max(LEAST_AT_ONCE, (int) (AT_ONCE * scale));
        int seconds = Math.max(LEAST_SECONDS, (int) (SECONDS * scale));
        report.note("tasksAtOnce", Integer.toString(atOnce));
        report.note("steady", A_SECOND + "/s for " + seconds + " s");
        Choices.measure(report);
        Rung rung = new Rung();
        try (KafkaStage stage = new KafkaStage(dir, rung);
                KafkaTicks ticks = stage.ticks()) {
            new Play(stage, rung, ticks, report).all(atOnce, seconds);
        }
    }

    /** One run on a running system. */
    private final class Play {
        private final KafkaStage stage;
        private final Rung rung;
        private final KafkaTicks ticks;
        private final Report report;
        private final Switches switches = new Switches();
        private long missing;
        private int waitedInVain;

        Play(KafkaStage stage, Rung rung, KafkaTicks ticks, Report report) {
            this.stage = stage;
            this.rung = rung;
            this.ticks = ticks;
            this.report = report;
        }

        void all(int atOnce, int seconds) throws Exception {
            allTake(TASK_MILLIS);
            stage.apply(STEADY, A_SECOND, FiringRule.cron("* * * * * *", null));
            long unused = stage.byDefault(Routing.ROUND_ROBIN);
            await("every worker runs tasks", () -> everyWorkerRings());
            for (Routing strategy :
                    List.of(Routing.WEIGHTED_ROUND_ROBIN, Routing.ROUND_ROBIN, LEAST.get(0), LEAST.get(1))) {
                judge("steady", strategy, steady(strategy, seconds));
            }
            stage.takes(SLOW, SLOW_MILLIS);
            for (Routing strategy : LEAST) {
                slow("steady", strategy, steady(strategy, seconds));
            }
            stage.takes(SLOW, TASK_MILLIS);
            stage.delete(STEADY, A_SECOND);
            pause(SETTLE_SECONDS);
            for (Routing strategy :
                    List.of(Routing.WEIGHTED_ROUND_ROBIN, Routing.ROUND_ROBIN, LEAST.get(0), LEAST.get(1))) {
                judge("atOnce", strategy, atOnce(strategy, atOnce, "burst-"));
            }
            // A burst without a bound: from it the trigger learns which worker is slow.
            stage.takes(SLOW, SLOW_MILLIS);
            Shares warm = atOnce(LEAST.get(0), LEAST_AT_ONCE, "warm-");
            report.note("atOnceBeforeSlowIsKnown", warm.toString());
            report.figure("atOnce.beforeSlowIsKnown.queueAgeTimesOthers", warm.queueAgeTimesOthers(SLOW));
            for (Routing strategy : LEAST) {
                slow("atOnce", strategy, atOnce(strategy, atOnce, "slow-"));
            }
            await("all have started", () -> rung.count() >= ticks.count());
            report.alwaysAtMost("switchTicksMillis", switches.slowestTicks(), SWITCH_BOUND);
            report.alwaysAtMost("switchEventMillis", switches.slowestEvent(), SWITCH_BOUND);
            report.note("switches", switches.toString());
            report.none("waitedInVain", waitedInVain);
            long unrung = ticks.all().stream()
                    .filter(tick -> rung.of(tick.key()) == null)
                    .count();
            report.none("lost", (double) (unrung + missing));
            report.none("doubled", (double) (rung.doubled() + ticks.doubled()));
        }

        private void allTake(long taskMillis) {
            for (int i = 0; i < KafkaStage.WORKERS; i++) {
                stage.takes(i, taskMillis);
            }
        }

        private boolean everyWorkerRings() {
            Instant lately = stage.now().minusSeconds(3);
            return ringsOf(tick -> tick.appended() > lately.toEpochMilli()
                                    && tick.routed().equals("round-robin"))
                            .worstPercentOff(equal)
                    < 20;
        }

        private void judge(String phase, Routing strategy, Shares shares) {
            String name = phase + "." + Fields.spelled(strategy);
            report.note(name, shares.toString());
            switch (strategy) {
                case WEIGHTED_ROUND_ROBIN ->
                    report.atMost(name + ".worstSharePercentOff", shares.worstPercentOff(weights), 5);
                case ROUND_ROBIN -> report.atMost(name + ".worstSharePercentOff", shares.worstPercentOff(equal), 2);
                default -> report.atMost(name + ".busiestTimesAverage", shares.busiestTimesAverage(), 1.25);
            }
        }

        private void slow(String phase, Routing strategy, Shares shares) {
            String name = phase + "." + Fields.spelled(strategy) + ".slowOne";
            report.note(name, shares.toString());
            report.figure(name + ".queueAgeMillis", shares.queueAgeMillis(SLOW));
            report.atMost(name + ".queueAgeTimesOthers", shares.queueAgeTimesOthers(SLOW), 2);
        }

        /** Ticks of every second for the whole phase. */
        private Shares steady(Routing strategy, int seconds) throws Exception {
            switchTo(strategy);
            pause(SETTLE_SECONDS);
            Instant from = stage.now().truncatedTo(ChronoUnit.SECONDS).plusSeconds(1);
            Instant to = from.plusSeconds(seconds);
            await("the end of the phase", () -> stage.now().isAfter(to.plusSeconds(2)));
            Predicate<KafkaTicks.Tick> inside = tick -> {
                Instant nominal = ExecutionKey.parse(tick.key()).execTime().instant();
                return tick.key().startsWith(STEADY) && !nominal.isBefore(from) && nominal.isBefore(to);
            };
            long written = ticks.all().stream().filter(inside).count();
            missing += (long) A_SECOND * seconds - written;
            await("all have started", () -> rungOf(inside) == written);
            return ringsOf(inside);
        }

        /** Many ticks of one instant. No tick comes before it, so the change of the default can't be measured. */
        private Shares atOnce(Routing strategy, int count, String prefix) throws Exception {
            long unused = stage.byDefault(strategy);
            String name = prefix + Fields.spelled(strategy) + "-";
            Instant at = stage.now().truncatedTo(ChronoUnit.SECONDS).plusSeconds(SETTLE_SECONDS);
            stage.apply(name, count, FiringRule.at(at));
            Predicate<KafkaTicks.Tick> inside = tick -> tick.key().startsWith(name);
            await("the burst has started", () -> rungOf(inside) >= count);
            pause(SETTLE_SECONDS);
            missing += count - ticks.all().stream().filter(inside).count();
            return ringsOf(inside);
        }

        /**
         * Changes the default shortly before ticks are due, at a different distance each time: a slow change then
         * misses a second.
         */
        private void switchTo(Routing strategy) throws Exception {
            int told = ticks.changes().size();
            long before = BEFORE_A_SECOND.get(switches.count() % BEFORE_A_SECOND.size());
            Thread.sleep(Math.floorMod(-before - stage.now().toEpochMilli(), SECOND_MS));
            long at = stage.byDefault(strategy);
            Thread.sleep(WATCHED_MS);
            List<Long> changes = ticks.changes();
            switches.add(
                    at,
                    Fields.spelled(strategy),
                    ticks.all(),
                    changes.subList(Math.min(told, changes.size()), changes.size()));
        }

        /** Gives up after a time and prints that; the figures show what else did not come by then. */
        private void await(String what, Condition condition) throws InterruptedException {
            long end = System.nanoTime() + MOST_SECONDS * 1_000_000_000L;
            while (!condition.holds()) {
                if (System.nanoTime() > end) {
                    System.err.println("not within " + MOST_SECONDS + " s: " + what);
                    waitedInVain++;
                    return;
                }
                Thread.sleep(POLL_MS);
            }
        }

        private long rungOf(Predicate<KafkaTicks.Tick> which) {
            return ticks.all().stream()
                    .filter(which)
                    .filter(tick -> rung.of(tick.key()) != null)
                    .count();
        }

        private Shares ringsOf(Predicate<KafkaTicks.Tick> which) {
            Shares shares = new Shares();
            ticks.all().stream().filter(which).forEach(tick -> {
                Rung.Ring ring = rung.of(tick.key());
                if (ring != null) {
                    shares.add(ring);
                }
            });
            return shares;
        }
    }

    /** A condition to wait for. */
    private interface Condition {
        boolean holds();
    }

    private static void pause(int seconds) throws InterruptedException {
        Thread.sleep(seconds * 1_000L);
    }
}
