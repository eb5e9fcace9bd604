package dev.carillon.benchmarks.failover;

import dev.carillon.benchmarks.failover.FailoverBenchmark.Scene;
import dev.carillon.benchmarks.frame.Samples;
import dev.carillon.benchmarks.kafka.RoleProcess;
import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.TimeUnit;

/** Leaders that are killed, stopped in an orderly way, or suspended. */
final class Deaths {
    private static final double MIDDLE = 0.5;
    /** For so long records of a dead leader may still be on their way to the broker. */
    private static final Duration ON_ITS_WAY = Duration.ofMillis(50);

    private static final Duration PATIENCE = Duration.ofSeconds(60);
    private static final double GAP_BOUND = 300;
    private static final Duration EDITED_EVERY = Duration.ofMillis(20);
    private static final int EDITED_BEFORE = 50;
    private static final Duration BEHIND_AN_ELECTION = Duration.ofSeconds(1);

    private final Scene scene;

    Deaths(Scene scene) {
        this.scene = scene;
    }

    static double takeoverBound() {
        return Scene.millis(Candidates.SESSION.plus(BEHIND_AN_ELECTION));
    }

    void kills(int rounds) throws Exception {
        scene.report().note("rounds", Integer.toString(rounds));
        Samples first = new Samples();
        for (int round = 1; round <= rounds; round++) {
            RoleProcess leader = scene.candidates().leader();
            Instant killed = scene.anyMoment(round);
            leader.kill();
            first.add(Scene.millis(firstTickAfter(killed)));
            scene.candidates().startAgain(leader);
            scene.calm(Scene.second(killed));
        }
        scene.report().figure("killedFirstTickMedianMillis", first.percentile(MIDDLE));
        scene.report().alwaysAtMost("killedFirstTickMaxMillis", first.percentile(1), takeoverBound());
    }

    /** How long after that instant a consumer saw the first tick of the next leader. */
    private Duration firstTickAfter(Instant killed) throws InterruptedException {
        Instant from = killed.plus(ON_ITS_WAY);
        KafkaTickWatch.await("a tick of the successor", PATIENCE, () -> scene.ticks()
                .firstAfter(from)
                .isBefore(Instant.MAX));
        return Duration.between(killed, scene.ticks().firstAfter(from));
    }

    /**
     * A leader stops at a moment between two whole seconds, when nothing is due: ticks alone would show no gap of half
     * a second. So this edits a schedule all the time; every edit is a slice that the leader has to commit.
     */
    void cleanStops(int rounds) throws Exception {
        Samples gaps = new Samples();
        Samples latest = new Samples();
        Instant tomorrow = scene.clock().instant().plus(Duration.ofDays(1));
        for (int round = 1; round <= rounds; round++) {
            RoleProcess leader = scene.candidates().leader();
            try (KafkaFeeder edits =
                    new KafkaFeeder(scene.clients(), EDITED_EVERY, i -> KafkaSchedules.edit(scene.names(), tomorrow))) {
                edits.awaitWritten(EDITED_BEFORE);
                Instant stopped = scene.anyMoment(round);
                leader.terminate();
                leader.awaitEnd();
                // The second of the stop may be late too.
                Instant from = Scene.second(stopped).minusSeconds(1);
                Instant over = Scene.second(scene.clock().instant().plusSeconds(2));
                scene.ticks().awaitComplete(from, over, PATIENCE);
                gaps.add(scene.ticks().handOverGap(stopped));
                latest.add(scene.ticks().latest(from, over));
            }
            scene.candidates().startAgain(leader);
            scene.calm(Scene.second(scene.clock().instant()).minusSeconds(1));
        }
        scene.report().figure("cleanStopGapMedianMillis", gaps.percentile(MIDDLE));
        scene.report().alwaysAtMost("cleanStopGapMaxMillis", gaps.percentile(1), GAP_BOUND);
        scene.report().alwaysAtMost("cleanStopLatestTickMaxMillis", latest.percentile(1), GAP_BOUND);
    }

    /** Suspends a leader beyond its session; when it wakes up, it still acts as the leader. */
    void asleep(Duration time) throws Exception {
        RoleProcess leader = scene.candidates().leader();
        double before = leader.meter("carillon_trigger_fenced_total");
        Instant asleep = scene.clock().instant();
        leader.signal("STOP");
        try {
            scene.report().alwaysAtMost("asleepFirstTickMillis", Scene.millis(firstTickAfter(asleep)), takeoverBound());
            scene.candidates().awaitSuccessor(leader);
            TimeUnit.MILLISECONDS.sleep(Math.max(
                    0,
                    Duration.between(scene.clock().instant(), asleep.plus(time)).toMillis()));
        } finally {
            leader.signal("CONT");
        }
        boolean unused = KafkaTickWatch.comes(PATIENCE, () -> fenced(leader) > before);
        scene.report().alwaysAtLeast("asleepWritesRejected", fenced(leader) - before, 1);
        scene.calm(Scene.second(asleep));
    }

    private static double fenced(RoleProcess process) {
        try {
            return process.meter("carillon_trigger_fenced_total");
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(e);
        } catch (Exception e) {
            return 0; // It is not awake yet.
        }
    }
}
