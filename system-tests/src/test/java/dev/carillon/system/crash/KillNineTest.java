package dev.carillon.system.crash;

import static org.assertj.core.api.Assertions.assertThat;

import dev.carillon.kit.time.Eventually;
import dev.carillon.kit.time.SystemTime;
import dev.carillon.schemas.schedule.FiringRule;
import dev.carillon.schemas.schedule.Schedule;
import dev.carillon.schemas.work.Retry;
import dev.carillon.system.checker.finding.CountNames;
import dev.carillon.system.checker.finding.Report;
import dev.carillon.system.running.HttpBell;
import dev.carillon.system.running.RunningCarillon;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Kills the all-in-one ten times with kill -9 under load: no execution is lost, doubled or early. */
final class KillNineTest {
    private static final Logger LOG = LoggerFactory.getLogger(KillNineTest.class);
    /** A run on a second JDK takes fewer kills of the same classes. */
    private static final int KILLS = Integer.getInteger("carillon.test.kills", 10);

    private static final int KILLS_THAT_MEET_SOMETHING = KILLS / 2 + KILLS / 5;
    private static final int SCHEDULES = 12;
    private static final int SUBMITTED_A_ROUND = 20;
    private static final int OUTCOMES_A_ROUND = 10;
    private static final Duration CALL = Duration.ofMillis(200);
    private static final Duration PATIENCE = Duration.ofSeconds(90);
    private static final Retry SOON_AGAIN =
            new Retry(3, Duration.ofMillis(500), 2.0, Duration.ofSeconds(5), 0.2, List.of(), List.of());

    private final long seed = SystemTime.ticker().nanos();
    private final Random random = new Random(seed);

    /** What was going on at a kill, and how long the restart took. */
    private record Kill(int number, Duration up, long outcomes, int running, Duration back, List<String> open) {
        boolean metSomething() {
            return running > 0 || !open.isEmpty();
        }

        @Override
        public String toString() {
            return String.format(
                    Locale.ROOT,
                    "%4d  %6d  %8d  %7d  %7d  %s",
                    number,
                    up.toMillis(),
                    outcomes,
                    running,
                    back.toMillis(),
                    String.join(" ", open));
        }
    }

    @Test
    @Timeout(value = 240, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
    void nothingIsLostDoubledOrEarlyWhenEverythingIsKilledTenTimes(@TempDir Path folder) throws Exception {
        LOG.info("seed {}", seed);
        try (HttpBell bell = new HttpBell(CALL);
                KilledSystem killed = new KilledSystem(folder)) {
            RunningCarillon carillon = killed.carillon();
            try {
                for (int i = 0; i < SCHEDULES; i++) {
                    carillon.apply(tick(i, bell));
                }
                List<Kill> kills = new ArrayList<>();
                for (int number = 1; number <= KILLS; number++) {
                    kills.add(kill(killed, bell, number));
                    LOG.info("kill {}", kills.get(kills.size() - 1));
                }
                submit(carillon, bell, KILLS + 1);
                for (int i = 0; i < SCHEDULES; i++) {
                    carillon.delete("tick-" + i);
                }
                check(carillon.awaitCleanReport(PATIENCE), kills);
            } catch (AssertionError | RuntimeException e) {
                e.addSuppressed(killed.diagnosis());
                throw e;
            }
        }
    }

    private Kill kill(KilledSystem system, HttpBell bell, int number) throws Exception {
        RunningCarillon carillon = system.carillon();
        long start = SystemTime.ticker().nanos();
        long before = outcomes(carillon);
        submit(carillon, bell, number);
        awaitFullSwing(carillon, bell, before);
        SystemTime.pause().forAtMost(Duration.ofMillis(random.nextInt(250)));
        int running = bell.underWay();
        system.kill();
        long killed = SystemTime.ticker().nanos();
        long rung = outcomes(carillon) - before;
        List<String> open = system.startAgain(PATIENCE);
        long back = SystemTime.ticker().nanos();
        return new Kill(number, Duration.ofNanos(killed - start), rung, running, Duration.ofNanos(back - killed), open);
    }

    private static void check(Report report, List<Kill> kills) {
        String table = String.join("\n", kills.stream().map(Kill::toString).toList());
        LOG.info(
                "{}\nkill   up ms  outcomes  running  back ms  open transactions when the broker was back\n{}",
                report,
                table);
        assertThat(report.count(CountNames.EXECUTIONS)).isGreaterThan((KILLS + 1L) * SUBMITTED_A_ROUND);
        assertThat(report.count(CountNames.TICKS_EXPECTED)).isGreaterThan((long) KILLS * SCHEDULES);
        assertThat(kills.stream().filter(Kill::metSomething))
                .as("kills that met a running attempt or an open transaction:\n" + table)
                .hasSizeGreaterThanOrEqualTo(KILLS_THAT_MEET_SOMETHING);
    }

    private static Schedule tick(int number, HttpBell bell) {
        return Schedule.of(
                "tick-" + number,
                FiringRule.every(Duration.ofSeconds(1)),
                bell.ring().withRetry(SOON_AGAIN));
    }

    private static long outcomes(RunningCarillon carillon) {
        return carillon.watch().in(carillon.names().outcomes()).size();
    }

    private static void submit(RunningCarillon carillon, HttpBell bell, int round) {
        for (int i = 0; i < SUBMITTED_A_ROUND; i++) {
            boolean cracks = i % 4 == 0;
            carillon.submit(
                    "round-" + round,
                    cracks ? bell.crack().withRetry(SOON_AGAIN) : bell.ring().withRetry(SOON_AGAIN));
        }
    }

    /** Waits until new outcomes have arrived since the last kill and calls are under way. */
    private static void awaitFullSwing(RunningCarillon carillon, HttpBell bell, long before) {
        carillon.watch()
                .await(
                        "outcomes since the restart",
                        carillon.names().outcomes(),
                        (int) before + OUTCOMES_A_ROUND,
                        PATIENCE,
                        record -> true);
        Eventually.that("calls are under way", PATIENCE, () -> bell.underWay() >= 3);
    }
}
