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
import java.util.Objects;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Two triggers, a schedule of every second, and work that runs through all of it. */
@CarillonSystem
@Timeout(120)
final class LeadershipTest {
    private static final Work RING = Work.of(Bells.RING, RawJson.NULL);
    private static final Duration LATCH_SESSION = Duration.ofSeconds(4);

    private static final AtomicReference<@Nullable Cast> CAST = new AtomicReference<>();

    /** Who is there from the first test to the last. */
    private record Cast(RunningCarillon carillon, Slot standby, ZookeeperLine line, ExecutionKey running) {
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
        CAST.set(new Cast(carillon, standby, line, running));
        standby.start();
        line.awaitInLine(2);
        carillon.apply(Schedule.of("ticking", When.every(Duration.ofSeconds(1)), RING));
        carillon.bells().awaitRuns(running.toString(), 1, RunningCarillon.SOON);
        cast().awaitTicks(1);
    }

    private static Cast cast() {
        return Objects.requireNonNull(CAST.get());
    }

    /** What ran before all of it ran on, and no second attempt was made. */
    @AfterAll
    static void workWentOn(RunningCarillon carillon) {
        ExecutionKey running = cast().running();
        assertThat(carillon.bells().wasInterrupted(running.toString())).isFalse();
        carillon.bells().release(running.toString());
        assertThat(carillon.awaitOutcome(running).status()).isEqualTo(OutcomeStatus.SUCCEEDED);
        assertThat(carillon.bells().runsOf(running.toString())).hasSize(1);
        carillon.delete("ticking");
        cast().standby().stop();
        cast().line().close();
        CAST.set(null);
    }

    @Test
    void aLeaderThatStopsHandsOverAndTheNextDoesNotWaitForASession(RunningCarillon carillon) {
        Slot leader = cast().leader();
        Instant before = carillon.clock().instant();
        leader.stop();
        Event left = cast().awaitEvent(EventType.LEADER_LOST, before);
        Event elected = cast().awaitEvent(EventType.LEADER_ELECTED, left.at());
        leader.start();

        assertThat(left.message()).contains("handed over");
        assertThat(Duration.between(left.at(), elected.at())).isLessThan(LATCH_SESSION);
        cast().line().awaitInLine(2);
    }

    @Test
    void nodesThatAreDeletedByHandAreMadeAnewAndTicksGoOn() throws Exception {
        String waiting = cast().line().delete(1);
        cast().line().awaitInLineWithout(waiting, 2);
        String leading = cast().line().delete(0);
        cast().awaitTicks(1);
        cast().line().awaitInLineWithout(leading, 2);
    }

    @Test
    void aLivingLeaderWhoseSessionEndsIsFollowedByAnother(RunningCarillon carillon) throws Exception {
        Instant before = carillon.clock().instant();
        cast().line().endSession(0);
        cast().awaitEvent(EventType.LEADER_ELECTED, before);
        cast().awaitTicks(1);
        cast().line().awaitInLine(2);
    }

    @Test
    void ticksGoOnWhenZooKeeperIsAwayForLongerThanASession(RunningCarillon carillon) {
        carillon.brokers().stopZooKeeper();
        try {
            cast().awaitTicks((int) LATCH_SESSION.toSeconds() + 1);
        } finally {
            carillon.brokers().startZooKeeper();
        }
        cast().line().awaitInLine(2);
        cast().awaitTicks(1);
    }

    @Test
    void editsGoAcrossATakeover(RunningCarillon carillon) {
        carillon.apply(Schedule.of("edited", When.every(Duration.ofSeconds(1)), RING));
        carillon.apply(Schedule.of("made-again", When.every(Duration.ofSeconds(1)), RING));
        carillon.awaitOutcomes("made-again", 1);
        Slot leader = cast().leader();
        carillon.apply(Schedule.of("edited", When.every(Duration.ofHours(1)), RING));
        carillon.delete("made-again");
        leader.stopAbruptly();
        carillon.apply(Schedule.of("made-again", When.every(Duration.ofSeconds(2)), RING));
        carillon.delete("edited");
        cast().awaitTicks(2);
        carillon.delete("made-again");
        leader.start();
        cast().line().awaitInLine(2);
    }
}
