package dev.carillon.system.leadership;

import static org.assertj.core.api.Assertions.assertThat;

import dev.carillon.schemas.json.RawJson;
import dev.carillon.schemas.key.ExecutionKey;
import dev.carillon.schemas.record.Event;
import dev.carillon.schemas.record.EventType;
import dev.carillon.schemas.record.OutcomeStatus;
import dev.carillon.schemas.schedule.FiringRule;
import dev.carillon.schemas.schedule.Schedule;
import dev.carillon.schemas.work.Work;
import dev.carillon.system.running.Bells;
import dev.carillon.system.running.CarillonSystem;
import dev.carillon.system.running.RunningCarillon;
import dev.carillon.system.running.Slot;
import dev.carillon.trigger.TriggerService;
import java.time.Duration;
import java.time.Instant;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Two triggers, a schedule that fires each second, and an attempt that runs through all takeovers. */
@CarillonSystem
@Timeout(120)
final class LeadershipTest {
    private static final Work RING = Work.of(Bells.RING, RawJson.NULL);
    private static final Duration LATCH_SESSION = Duration.ofSeconds(4);

    private static final AtomicReference<@Nullable Shared> SHARED = new AtomicReference<>();

    /** What all tests of the class share. */
    private record Shared(RunningCarillon carillon, Slot standby, ZookeeperLine line, ExecutionKey running) {
        Slot leader() {
            return ((TriggerService) standby.service()).isLeading() ? standby : carillon.trigger();
        }

        Event awaitEvent(EventType type, Instant after) {
            return carillon.awaitEvent(
                    type.toString(),
                    event -> event.type() == type && !event.at().isBefore(after));
        }

        void awaitTicks(int more) {
            int now = carillon.awaitOutcomes("ticking", 0).size();
            carillon.awaitOutcomes("ticking", now + more);
        }
    }

    @BeforeAll
    static void twoTriggersAndWork(RunningCarillon carillon) throws Exception {
        Slot standby = carillon.anotherTrigger();
        ZookeeperLine line = new ZookeeperLine(carillon.brokers().zooKeeperConnect(), carillon.names());
        ExecutionKey running = carillon.submit("through-it-all", Work.of(Bells.LONG, RawJson.NULL));
        SHARED.set(new Shared(carillon, standby, line, running));
        standby.start();
        line.awaitInLine(2);
        carillon.apply(Schedule.of("ticking", FiringRule.every(Duration.ofSeconds(1)), RING));
        carillon.bells().awaitRuns(running.toString(), 1, RunningCarillon.SOON);
        shared().awaitTicks(1);
    }

    private static Shared shared() {
        return Objects.requireNonNull(SHARED.get());
    }

    /** Checks that the attempt was not interrupted or repeated by any takeover. */
    @AfterAll
    static void workWentOn(RunningCarillon carillon) {
        ExecutionKey running = shared().running();
        assertThat(carillon.bells().wasInterrupted(running.toString())).isFalse();
        carillon.bells().release(running.toString());
        assertThat(carillon.awaitOutcome(running).status()).isEqualTo(OutcomeStatus.SUCCEEDED);
        assertThat(carillon.bells().runsOf(running.toString())).hasSize(1);
        carillon.delete("ticking");
        shared().standby().stop();
        shared().line().close();
        SHARED.set(null);
    }

    @Test
    void aLeaderThatStopsHandsOverAndTheNextDoesNotWaitForASession(RunningCarillon carillon) {
        Slot leader = shared().leader();
        Instant before = carillon.clock().instant();
        leader.stop();
        Event left = shared().awaitEvent(EventType.LEADER_LOST, before);
        Event elected = shared().awaitEvent(EventType.LEADER_ELECTED, left.at());
        leader.start();

        assertThat(left.message()).contains("handed over");
        assertThat(Duration.between(left.at(), elected.at())).isLessThan(LATCH_SESSION);
        shared().line().awaitInLine(2);
    }

    @Test
    void nodesThatAreDeletedByHandAreMadeAnewAndTicksGoOn() throws Exception {
        String waiting = shared().line().delete(1);
        shared().line().awaitInLineWithout(waiting, 2);
        String leading = shared().line().delete(0);
        shared().awaitTicks(1);
        shared().line().awaitInLineWithout(leading, 2);
    }

    @Test
    void aLivingLeaderWhoseSessionEndsIsFollowedByAnother(RunningCarillon carillon) throws Exception {
        Instant before = carillon.clock().instant();
        shared().line().endSession(0);
        shared().awaitEvent(EventType.LEADER_ELECTED, before);
        shared().awaitTicks(1);
        shared().line().awaitInLine(2);
    }

    @Test
    void ticksGoOnWhenZooKeeperIsAwayForLongerThanASession(RunningCarillon carillon) {
        carillon.brokers().stopZooKeeper();
        try {
            shared().awaitTicks((int) LATCH_SESSION.toSeconds() + 1);
        } finally {
            carillon.brokers().startZooKeeper();
        }
        shared().line().awaitInLine(2);
        shared().awaitTicks(1);
    }

    @Test
    void editsGoAcrossATakeover(RunningCarillon carillon) {
        carillon.apply(Schedule.of("edited", FiringRule.every(Duration.ofSeconds(1)), RING));
        carillon.apply(Schedule.of("made-again", FiringRule.every(Duration.ofSeconds(1)), RING));
        carillon.awaitOutcomes("made-again", 1);
        Slot leader = shared().leader();
        carillon.apply(Schedule.of("edited", FiringRule.every(Duration.ofHours(1)), RING));
        carillon.delete("made-again");
        leader.stopAbruptly();
        carillon.apply(Schedule.of("made-again", FiringRule.every(Duration.ofSeconds(2)), RING));
        carillon.delete("edited");
        shared().awaitTicks(2);
        carillon.delete("made-again");
        leader.start();
        shared().line().awaitInLine(2);
    }
}
