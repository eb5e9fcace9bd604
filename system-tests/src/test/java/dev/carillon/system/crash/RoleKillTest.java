package dev.carillon.system.crash;

import static org.assertj.core.api.Assertions.assertThat;

import dev.carillon.kit.time.Eventually;
import dev.carillon.kit.time.SystemTime;
import dev.carillon.schemas.key.ExecutionKey;
import dev.carillon.schemas.record.Task;
import dev.carillon.schemas.schedule.FiringRule;
import dev.carillon.schemas.schedule.Schedule;
import dev.carillon.schemas.work.Origin;
import dev.carillon.schemas.work.Retry;
import dev.carillon.system.checker.finding.CountNames;
import dev.carillon.system.checker.finding.Report;
import dev.carillon.system.crash.RoleProcesses.Busy;
import dev.carillon.system.running.CarillonSystem;
import dev.carillon.system.running.HttpBell;
import dev.carillon.system.running.RunningCarillon;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Two processes of each role: kill -9 of any one under light load loses and doubles no execution. */
@CarillonSystem(services = false, checkedAtTheEnd = false)
final class RoleKillTest {
    private static final Logger LOG = LoggerFactory.getLogger(RoleKillTest.class);
    private static final int ROUNDS = 2;
    private static final long SCHEDULES = 4;
    private static final long SUBMITTED_A_KILL = 12;
    private static final int RUNNING_AT_LEAST = 2;
    private static final Duration CALL = Duration.ofMillis(600);
    /** Long enough for a slow machine, which takes a minute to start a JVM; passing tests wait less. */
    private static final Duration PATIENCE = Duration.ofMinutes(2);

    private static final Retry SOON_AGAIN =
            new Retry(3, Duration.ofMillis(300), 2.0, Duration.ofSeconds(5), 0.2, List.of(), List.of());

    private final RunningCarillon carillon;
    private int kills;

    RoleKillTest(RunningCarillon carillon) {
        this.carillon = carillon;
    }

    /** What the killed process was doing, and how long ticks and outcomes took to resume. */
    private record Kill(String victim, double busyness, Duration tick, Duration everyHome) {
        @Override
        public String toString() {
            return String.format(
                    Locale.ROOT, "%-12s  %8.0f  %15d  %26d", victim, busyness, tick.toMillis(), everyHome.toMillis());
        }
    }

    @Test
    @Timeout(value = 600, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
    void nothingIsLostDoubledOrEarlyWhicheverProcessIsKilled(@TempDir Path folder) throws Exception {
        try (HttpBell bell = new HttpBell(CALL);
                RoleProcesses processes = new RoleProcesses(carillon, folder)) {
            try {
                processes.awaitReady(PATIENCE);
                for (int i = 0; i < SCHEDULES; i++) {
                    carillon.apply(Schedule.of(
                            "tick-" + i,
                            FiringRule.every(Duration.ofSeconds(1)),
                            bell.ring().withRetry(SOON_AGAIN)));
                }
                List<Kill> all = new ArrayList<>();
                for (int round = 0; round < ROUNDS; round++) {
                    for (String role : RoleProcesses.ROLES) {
                        Kill kill = kill(processes, role, bell);
                        LOG.info("kill {}", kill);
                        all.add(kill);
                    }
                }
                for (int i = 0; i < SCHEDULES; i++) {
                    carillon.delete("tick-" + i);
                }
                check(carillon.awaitCleanReport(PATIENCE), all);
            } catch (AssertionError | RuntimeException e) {
                e.addSuppressed(new IllegalStateException(processes.lastOutput()));
                throw e;
            }
        }
    }

    private Kill kill(RoleProcesses processes, String role, HttpBell bell) throws Exception {
        processes.awaitReady(PATIENCE);
        for (int i = 0; i < SUBMITTED_A_KILL; i++) {
            carillon.submit("load", (i % 4 == 0 ? bell.crack() : bell.ring()).withRetry(SOON_AGAIN));
        }
        double wanted = role.equals("worker") ? RUNNING_AT_LEAST : 1;
        AtomicReference<Busy> found = new AtomicReference<>(processes.busiest(role));
        Eventually.that("a " + role + " has work", PATIENCE, () -> {
            Busy busiest = processes.busiest(role);
            found.set(busiest);
            return busiest.busyness() >= wanted;
        });
        Busy met = Objects.requireNonNull(found.get());
        RoleProcess victim = met.process();
        victim.kill();
        Instant killed = SystemTime.clock().instant();
        long start = SystemTime.ticker().nanos();
        victim.startAgain();
        String probeTaskId = probeEveryHome(bell);
        Duration tick = awaitTickAfter(killed, start);
        carillon.awaitOutcomes(probeTaskId, carillon.partitions(), PATIENCE);
        return new Kill(victim.name(), met.busyness(), tick, since(start));
    }

    /** Submits an execution to each home; returns their taskId. */
    private String probeEveryHome(HttpBell bell) {
        String name = "probe-" + ++kills;
        Map<Integer, ExecutionKey> probes = new HashMap<>();
        while (probes.size() < carillon.partitions()) {
            ExecutionKey key = carillon.freshKey(name);
            probes.putIfAbsent(key.home(carillon.partitions()), key);
        }
        probes.values()
                .forEach(key -> carillon.submit(
                        Task.first(key, Origin.SUBMITTED, bell.ring().withRetry(SOON_AGAIN))));
        return name;
    }

    private Duration awaitTickAfter(Instant killed, long start) {
        carillon.watch().await("ticks after the kill", carillon.names().outcomes(), 1, PATIENCE, outcome -> {
            ExecutionKey key = ExecutionKey.parse(outcome.keyText());
            return key.taskId().startsWith("tick-") && key.execTime().instant().isAfter(killed);
        });
        return since(start);
    }

    private static Duration since(long start) {
        return Duration.ofNanos(SystemTime.ticker().nanos() - start);
    }

    private static void check(Report report, List<Kill> kills) {
        String table = String.join("\n", kills.stream().map(Kill::toString).toList());
        LOG.info("{}\nkilled        it did  ms to next tick  ms to outcome of every home\n{}", report, table);
        assertThat(kills).hasSize(ROUNDS * RoleProcesses.ROLES.size()).allMatch(kill -> kill.busyness() >= 1);
        assertThat(report.count(CountNames.EXECUTIONS)).isGreaterThan(kills.size() * SUBMITTED_A_KILL);
        assertThat(report.count(CountNames.TICKS_EXPECTED)).isGreaterThan(kills.size() * SCHEDULES);
    }
}
