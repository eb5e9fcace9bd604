package dev.carillon.benchmarks.failover;

import dev.carillon.benchmarks.kafka.RoleProcess;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** The triggers of one namespace: one leads, the others stand by. */
final class Candidates implements AutoCloseable {
    /** The default of the trigger. */
    static final Duration SESSION = Duration.ofSeconds(4);

    private static final Duration ELECTION = Duration.ofSeconds(60);
    private static final long LOOK_MILLIS = 100;

    private final List<RoleProcess> all = new ArrayList<>();

    Candidates(int number, String namespace, String bootstrapServers, String zooKeeper, Path dir, List<String> jvm)
            throws Exception {
        Map<String, String> settings = new TreeMap<>();
        settings.put("CARILLON_KAFKA_BOOTSTRAP_SERVERS", bootstrapServers);
        settings.put("CARILLON_TOPICS_NAMESPACE", namespace);
        settings.put("CARILLON_TRIGGER_ZOOKEEPER", zooKeeper);
        settings.put("CARILLON_TRIGGER_LATCH_SESSION", SESSION.toSeconds() + "s");
        for (int i = 1; i <= number; i++) {
            all.add(new RoleProcess("trigger", namespace + "-trigger-" + i, dir, jvm, settings));
        }
        for (RoleProcess process : all) {
            process.awaitReady();
        }
    }

    List<RoleProcess> all() {
        return all;
    }

    /** Waits for a trigger that reports that it leads. */
    RoleProcess leader() throws Exception {
        return leaderBut(null);
    }

    private RoleProcess leaderBut(@Nullable RoleProcess other) throws InterruptedException {
        long end = System.nanoTime() + ELECTION.toNanos();
        while (System.nanoTime() < end) {
            for (RoleProcess process : all) {
                if (process != other && process.leads()) {
                    return process;
                }
            }
            TimeUnit.MILLISECONDS.sleep(LOOK_MILLIS);
        }
        throw new IllegalStateException("no trigger leads");
    }

    /** Waits until another trigger leads instead of this one, which is dead or suspended. */
    void awaitSuccessor(RoleProcess of) throws Exception {
        leaderBut(of);
    }

    void startAgain(RoleProcess process) throws Exception {
        process.startAgain();
        process.awaitReady();
    }

    void killAll() {
        all.forEach(RoleProcess::close);
    }

    @Override
    public void close() {
        killAll();
    }
}
