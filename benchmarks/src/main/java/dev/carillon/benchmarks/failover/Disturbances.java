package dev.carillon.benchmarks.failover;

import dev.carillon.benchmarks.failover.FailoverBenchmark.Scene;
import dev.carillon.benchmarks.kafka.RoleProcess;
import dev.carillon.embedded.EmbeddedZooKeeper;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** Tampers with the election, or stops ZooKeeper, while leaders live: ticks must go on. */
final class Disturbances {
    /** No tick may be later than this while a leader lives. */
    private static final double LATE_BOUND = 1_000;

    private static final double BACK_IN_LINE_BOUND = 5_000;
    private static final Duration WATCHED = Duration.ofSeconds(4);
    private static final Duration WATCHED_AFTER_A_KILL = Duration.ofSeconds(10);

    private final Scene scene;

    Disturbances(Scene scene) {
        this.scene = scene;
    }

    /** Deletes the node of a standby, which it notices only at its next look at the nodes; then that of the leader. */
    void nodesDeleted() throws Exception {
        List<String> line = scene.nodes().inLine();
        Instant deleted = scene.clock().instant();
        scene.nodes().delete(line.get(2));
        scene.calm(Scene.second(deleted));
        double back = Scene.millis(Duration.between(deleted, scene.clock().instant()));
        scene.report().alwaysAtMost("standbyNodeDeletedBackMillis", back, BACK_IN_LINE_BOUND);

        Instant then = scene.clock().instant();
        scene.nodes().delete(scene.nodes().inLine().get(0));
        judge("leaderNodeDeletedLatestTickMillis", then, WATCHED);
    }

    void sessionEnded() throws Exception {
        Instant ended = scene.clock().instant();
        scene.nodes().endSession(scene.nodes().inLine().get(0));
        judge("sessionEndedLatestTickMillis", ended, WATCHED);
    }

    void zooKeeperDown(EmbeddedZooKeeper zooKeeper, Duration time) throws Exception {
        Instant down = scene.clock().instant();
        zooKeeper.stop();
        try {
            TimeUnit.MILLISECONDS.sleep(time.toMillis());
        } finally {
            zooKeeper.start();
        }
        scene.report().figure("zooKeeperDownSeconds", (double) time.toSeconds());
        judge("zooKeeperDownLatestTickMillis", down, time.plus(Candidates.SESSION.multipliedBy(2)));
        Instant killed = scene.clock().instant();
        RoleProcess leader = scene.candidates().leader();
        leader.kill();
        scene.candidates().awaitSuccessor(leader);
        scene.candidates().startAgain(leader);
        scene.calm(Scene.second(killed));
        Instant until = Scene.second(killed).plus(WATCHED_AFTER_A_KILL);
        scene.ticks().awaitComplete(Scene.second(killed), until, WATCHED_AFTER_A_KILL.plusSeconds(60));
        double late = scene.ticks().latest(Scene.second(killed), until);
        scene.report().alwaysAtMost("killedAfterZooKeeperDownLatestTickMillis", late, Deaths.takeoverBound());
    }

    private void judge(String figure, Instant from, Duration watched) throws Exception {
        Instant until = Scene.second(from.plus(watched)).plusSeconds(1);
        scene.ticks().awaitComplete(Scene.second(from), until, watched.plusSeconds(60));
        scene.calm(Scene.second(from));
        double late = scene.ticks().latest(Scene.second(from), until);
        scene.report().alwaysAtMost(figure, late, LATE_BOUND);
    }
}
