package dev.carillon.benchmarks.failover;

import dev.carillon.benchmarks.frame.Benchmark;
import dev.carillon.benchmarks.frame.Report;
import dev.carillon.benchmarks.kafka.KafkaTestBed;
import dev.carillon.benchmarks.kafka.RoleProcess;
import dev.carillon.benchmarks.trigger.BusyCollectorBenchmark;
import dev.carillon.embedded.EmbeddedCluster;
import dev.carillon.embedded.EmbeddedClusterOptions;
import dev.carillon.kit.kafka.KafkaClients;
import dev.carillon.kit.time.SystemTime;
import dev.carillon.schemas.duration.DurationText;
import dev.carillon.schemas.topic.TopicNames;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Set;
import java.util.concurrent.TimeUnit;

/** {@code benchmarks/run failover}: five triggers, and every way to disturb the leader and the election. */
public final class FailoverBenchmark implements Benchmark {
    private static final int CANDIDATES = 5;
    private static final int SCHEDULES = 200;
    private static final int ROUNDS = 20;
    private static final int CLEAN_STOPS = 20;
    private static final Duration ASLEEP = Duration.ofSeconds(20);
    private static final Duration ZOOKEEPER_DOWN = Duration.ofMinutes(2);
    private static final Duration SHORTEST = Duration.ofSeconds(6);
    private static final int SLICES_A_DAY = 86_400;
    private static final int LEAST_SLICES = 2_000;
    private final Clock clock = SystemTime.clock();
    private static final int MOST_ROUNDS = 1_000;

    /** Set by an option, and then not scaled; 0 is not set. */
    private int rounds;

    private Duration zooKeeperDown = Duration.ZERO;
    private boolean busyCollector = true;

    @Override
    public void run(Path dir, double scale, Report report) throws Exception {
        try (KafkaTestBed bed = KafkaTestBed.start(dir);
                EmbeddedCluster zooKeeper = EmbeddedCluster.start(
                        EmbeddedClusterOptions.in(dir.resolve("zookeeper")).withoutKafka())) {
            TopicNames names = bed.makeTopics("failover", "default");
            KafkaSchedules.everySecond(bed.clients(), names, SCHEDULES);
            try (Candidates candidates = new Candidates(
                            CANDIDATES,
                            names.namespace(),
                            bed.bootstrapServers(),
                            zooKeeper.zooKeeperConnect(),
                            dir,
                            RoleProcess.SHORT_LIVED);
                    ZookeeperLatchNodes nodes = new ZookeeperLatchNodes(zooKeeper.zooKeeperConnect(), names);
                    KafkaTickWatch ticks = new KafkaTickWatch(bed.clients(), names, SCHEDULES)) {
                Scene scene = new Scene(candidates, nodes, ticks, report, clock, bed.clients(), names);
                Instant begin = scene.begin();
                Deaths deaths = new Deaths(scene);
                deaths.kills(rounds > 0 ? rounds : share(ROUNDS, scale));
                deaths.cleanStops(share(CLEAN_STOPS, scale));
                deaths.asleep(share(ASLEEP, scale));
                Disturbances disturbances = new Disturbances(scene);
                disturbances.nodesDeleted();
                disturbances.sessionEnded();
                disturbances.zooKeeperDown(
                        zooKeeper.zooKeeper(), zooKeeperDown.isZero() ? share(ZOOKEEPER_DOWN, scale) : zooKeeperDown);
                new KafkaDeadWriters(scene, bed, dir).dieInTransactions();
                scene.end(begin);
            }
            new KafkaLongDay(bed, zooKeeper.zooKeeperConnect(), dir, clock)
                    .measure(Math.max(LEAST_SLICES, (int) (SLICES_A_DAY * scale)), SCHEDULES, report);
        }
        if (busyCollector) {
            new BusyCollectorBenchmark().run(Files.createDirectory(dir.resolve("busy")), scale, report);
        }
    }

    @Override
    public Set<String> options() {
        return Set.of("--rounds", "--zookeeper-down", "--busy-collector");
    }

    @Override
    public void set(String option, String value) {
        if (option.equals("--rounds")) {
            rounds = number(value);
        } else if (option.equals("--busy-collector")) {
            if (!value.equals("yes") && !value.equals("no")) {
                throw new IllegalArgumentException(option + " " + value + ": it has to be yes or no");
            }
            busyCollector = value.equals("yes");
        } else {
            zooKeeperDown = DurationText.parse(value)
                    .orElseThrow(() -> new IllegalArgumentException(option + " " + value + ": write it as 90s or 3m"));
        }
    }

    private static int number(String value) {
        try {
            int number = Integer.parseInt(value);
            if (number > 0 && number <= MOST_ROUNDS) {
                return number;
            }
        } catch (NumberFormatException e) {
            // The exception below names the limits.
        }
        throw new IllegalArgumentException(
                "--rounds " + value + ": it has to be a whole number from 1 to " + MOST_ROUNDS);
    }

    private static int share(int number, double scale) {
        return Math.max(1, (int) Math.round(number * scale));
    }

    private static Duration share(Duration time, double scale) {
        Duration scaled = Duration.ofMillis((long) (time.toMillis() * scale));
        return scaled.compareTo(SHORTEST) < 0 ? SHORTEST : scaled;
    }

    /**
     * The common state of all parts.
     *
     * @param ticks of all schedules, from the first second on
     */
    record Scene(
            Candidates candidates,
            ZookeeperLatchNodes nodes,
            KafkaTickWatch ticks,
            Report report,
            Clock clock,
            KafkaClients clients,
            TopicNames names) {
        private static final Duration PATIENCE = Duration.ofSeconds(60);

        /** Returns a second from which on all ticks come. */
        Instant begin() throws Exception {
            candidates.leader();
            Instant begin = second(clock.instant()).plusSeconds(2);
            calm(begin);
            return begin;
        }

        static double millis(Duration time) {
            return (double) time.toMillis();
        }

        static Instant second(Instant instant) {
            return instant.truncatedTo(ChronoUnit.SECONDS);
        }

        /** Waits until all triggers take part in the election again and all ticks have come or are known to be lost. */
        void calm(Instant from) throws Exception {
            KafkaTickWatch.await("all triggers in the election", PATIENCE, this::allInLine);
            ticks.awaitComplete(from, second(clock.instant()).plusSeconds(1), PATIENCE);
        }

        private boolean allInLine() {
            try {
                return nodes.inLine().size() == candidates.all().size();
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                throw new IllegalStateException(e);
            } catch (Exception e) {
                return false; // ZooKeeper may be away.
            }
        }

        /** Waits until a different point of the second in each round. */
        Instant anyMoment(int round) throws InterruptedException {
            TimeUnit.MILLISECONDS.sleep(137L * round % 1_000);
            return clock.instant();
        }

        void end(Instant begin) throws Exception {
            Instant last = second(clock.instant());
            calm(last.minusSeconds(1));
            report.none("ticksLost", (double) ticks.lost(begin, last));
            report.none("ticksDoubled", (double) ticks.doubled());
            report.none("ticksSkipped", (double) ticks.skipped());
            report.figure(
                    "secondsWatched", (double) Duration.between(begin, last).toSeconds());
        }
    }
}
