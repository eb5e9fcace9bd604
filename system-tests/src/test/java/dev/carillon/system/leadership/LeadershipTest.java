package dev.carillon.system.leadership;

import static org.assertj.core.api.Assertions.assertThat;

import dev.carillon.schemas.json.RawJson;
import dev.carillon.schemas.key.ExecutionKey;
import dev.carillon.schemas.record.Event;
import dev.carillon.schemas.record.EventType;
import dev.carillon.schemas.record.OutcomeStatus;
import dev.carillon.schemas.record.Schedule;
import dev.carillon.schemas.record.When;
import dev.carillon.schemas.record.Work;
import dev.carillon.system.running.Bells;
import dev.carillon.system.running.CarillonSystem;
import dev.carillon.system.running.RunningCarillon;
import dev.carillon.system.running.Slot;
import dev.carillon.trigger.TriggerService;
import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Two triggers, a schedule of every second, and work that runs through all of it. */
@CarillonSystem
@Timeout(120)
final class LeadershipTest {
    private static final Work RING = Work.of(Bells.RING, RawJson.NULL);
    private static final Duration LATCH_SESSION = Duration.ofSeconds(4);

    private final RunningCarillon carillon;
    private final Slot standby;
    private final ZookeeperLine line;
    private ExecutionKey running;

    LeadershipTest(RunningCarillon carillon) throws Exception {
        this.carillon = carillon;
        this.standby = carillon.anotherTrigger();
        this.line = new ZookeeperLine(carillon.brokers().zooKeeperConnect(), carillon.names());
        this.running = carillon.freshKey("unused");
    }

    @BeforeEach
    void twoTriggersAndWork() throws Exception {
        carillon.trigger().start();
        standby.start();
        line.awaitInLine(2);
        running = carillon.submit("through-it-all", Work.of(Bells.LONG, RawJson.NULL));
        carillon.bells().awaitRuns(running.toString(), 1, RunningCarillon.SOON);
        carillon.apply(Schedule.of("ticking", When.every(Duration.ofSeconds(1)), RING));
        awaitTicks(2);
    }

    /** What ran before ran on, and no second attempt was made. */
    @AfterEach
    void workWentOn() {
        carillon.bells().release(running.toString());
        assertThat(carillon.awaitOutcome(running).status()).isEqualTo(OutcomeStatus.SUCCEEDED);
        assertThat(carillon.bells().runsOf(running.toString())).hasSize(1);
        carillon.delete("ticking");
        standby.stop();
        line.close();
    }

    @Test
    void aLeaderThatStopsHandsOverAndTheNextDoesNotWaitForASession() {
        Slot leader = leader();
        Instant before = carillon.clock().instant();
        leader.stop();
        Event left = awaitEvent(EventType.LEADER_LOST, before);
        Event elected = awaitEvent(EventType.LEADER_ELECTED, left.at());

        assertThat(left.message()).contains("handed over");
        assertThat(Duration.between(left.at(), elected.at())).isLessThan(LATCH_SESSION);
        awaitTicks(2);
    }

    @Test
    void nodesThatAreDeletedByHandAreMadeAnewAndTicksGoOn() throws Exception {
        line.delete(1);
        line.awaitInLine(1);
        line.awaitInLine(2);
        line.delete(0);
        awaitTicks(2);
        line.awaitInLine(2);
    }

    @Test
    void aLivingLeaderWhoseSessionEndsIsFollowedByAnother() throws Exception {
        Instant before = carillon.clock().instant();
        line.endSession(0);
        awaitEvent(EventType.LEADER_ELECTED, before);
        awaitTicks(2);
        line.awaitInLine(2);
    }

    @Test
    void ticksGoOnWhenZooKeeperIsAwayForLongerThanASession() {
        carillon.brokers().stopZooKeeper();
        try {
            awaitTicks((int) LATCH_SESSION.toSeconds() + 1);
        } finally {
            carillon.brokers().startZooKeeper();
        }
        line.awaitInLine(2);
        awaitTicks(1);
    }

    @Test
    void editsGoAcrossATakeover() {
        carillon.apply(Schedule.of("edited", When.every(Duration.ofSeconds(1)), RING));
        carillon.apply(Schedule.of("made-again", When.every(Duration.ofSeconds(1)), RING));
        carillon.awaitOutcomes("made-again", 1);
        Slot leader = leader();
        carillon.apply(Schedule.of("edited", When.every(Duration.ofHours(1)), RING));
        carillon.delete("made-again");
        leader.stopAbruptly();
        carillon.apply(Schedule.of("made-again", When.every(Duration.ofSeconds(2)), RING));
        carillon.delete("edited");
        awaitTicks(3);
        carillon.delete("made-again");
    }

    private Slot leader() {
        return ((TriggerService) standby.service()).isLeading() ? standby : carillon.trigger();
    }

    private Event awaitEvent(EventType type, Instant after) {
        return carillon.awaitEvent(
                type.toString(), event -> event.type() == type && !event.at().isBefore(after));
    }

    private void awaitTicks(int more) {
        int now = carillon.awaitOutcomes("ticking", 0).size();
        carillon.awaitOutcomes("ticking", now + more);
    }
}
