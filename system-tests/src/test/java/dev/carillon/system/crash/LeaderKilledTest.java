package dev.carillon.system.crash;

import static org.assertj.core.api.Assertions.assertThat;

import dev.carillon.kit.time.Eventually;
import dev.carillon.schemas.json.RawJson;
import dev.carillon.schemas.key.ExecutionKey;
import dev.carillon.schemas.record.OutcomeStatus;
import dev.carillon.schemas.schedule.FiringRule;
import dev.carillon.schemas.schedule.Schedule;
import dev.carillon.schemas.work.Work;
import dev.carillon.system.running.Bells;
import dev.carillon.system.running.CarillonSystem;
import dev.carillon.system.running.RunningCarillon;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** After kill -9 of the leading trigger, running attempts are not interrupted, and the standby ticks. */
@CarillonSystem(services = false)
final class LeaderKilledTest {
    private static final Duration PATIENCE = Duration.ofMinutes(2);

    @Test
    @Timeout(240)
    void anAttemptGoesOnThroughTheKillOfTheLeader(RunningCarillon carillon) throws Exception {
        carillon.collector().start();
        carillon.worker().start();
        Map<String, String> settings = Map.of(
                "CARILLON_KAFKA_BOOTSTRAP_SERVERS", carillon.brokers().bootstrapServers(),
                "CARILLON_TOPICS_NAMESPACE", carillon.names().namespace(),
                "CARILLON_TRIGGER_ZOOKEEPER", carillon.brokers().zooKeeperConnect(),
                "CARILLON_TRIGGER_LATCH_SESSION", "2s");
        try (RoleProcess leader = RoleProcess.start("trigger", 1, settings)) {
            leader.awaitReady(PATIENCE);
            Eventually.that("it leads", PATIENCE, () -> leader.meter("carillon_trigger_leader") == 1);
            carillon.trigger().start();
            carillon.apply(
                    Schedule.of("ticking", FiringRule.every(Duration.ofSeconds(1)), Work.of(Bells.RING, RawJson.NULL)));
            ExecutionKey running = carillon.submit("through-the-kill", Work.of(Bells.LONG, RawJson.NULL));
            carillon.bells().awaitRuns(running.toString(), 1, RunningCarillon.SOON);
            int before = carillon.awaitOutcomes("ticking", 1).size();

            leader.kill();
            carillon.awaitOutcomes("ticking", before + 2, PATIENCE);

            assertThat(carillon.bells().wasInterrupted(running.toString())).isFalse();
            carillon.bells().release(running.toString());
            assertThat(carillon.awaitOutcome(running).status()).isEqualTo(OutcomeStatus.SUCCEEDED);
            assertThat(carillon.bells().runsOf(running.toString())).hasSize(1);
            carillon.delete("ticking");
        }
    }
}
