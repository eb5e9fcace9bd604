package dev.carillon.system.scenario;

import static org.assertj.core.api.Assertions.assertThat;

import dev.carillon.schemas.json.RawJson;
import dev.carillon.schemas.key.ExecutionKey;
import dev.carillon.schemas.record.EventType;
import dev.carillon.schemas.record.OutcomeStatus;
import dev.carillon.schemas.schedule.FiringRule;
import dev.carillon.schemas.schedule.Schedule;
import dev.carillon.schemas.work.Work;
import dev.carillon.system.running.Bells;
import dev.carillon.system.running.CarillonSystem;
import dev.carillon.system.running.RunningCarillon;
import dev.carillon.system.running.Slot;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Parts of the system stop and start again; no tick is lost or doubled. */
@CarillonSystem
@Timeout(120)
final class OutageScenarioTest {
    private static final Duration PATIENCE = Duration.ofSeconds(60);
    private static final Work RING = Work.of(Bells.RING, RawJson.NULL);

    private static void tickEverySecond(RunningCarillon carillon, String taskId) {
        carillon.apply(Schedule.of(taskId, FiringRule.every(Duration.ofSeconds(1)), RING));
        carillon.awaitOutcomes(taskId, 2);
    }

    private static void awaitMore(RunningCarillon carillon, String taskId, int more) {
        int now = carillon.awaitOutcomes(taskId, 0).size();
        carillon.awaitOutcomes(taskId, now + more, PATIENCE);
    }

    @Test
    void everythingGoesOnWhenKafkaIsBack(RunningCarillon carillon) throws InterruptedException {
        tickEverySecond(carillon, "without-kafka");
        ExecutionKey running = carillon.submit("through-the-outage", Work.of(Bells.LONG, RawJson.NULL));
        carillon.bells().awaitRuns(running.toString(), 1, RunningCarillon.SOON);
        carillon.brokers().stopKafka();
        carillon.brokers().startKafka();
        awaitMore(carillon, "without-kafka", 4);
        carillon.bells().release(running.toString());
        assertThat(carillon.awaitOutcome(running).status()).isEqualTo(OutcomeStatus.SUCCEEDED);
        carillon.delete("without-kafka");
    }

    @Test
    void anotherTriggerTakesOver(RunningCarillon carillon) {
        tickEverySecond(carillon, "failover");
        Slot standby = carillon.anotherTrigger();
        standby.start();
        try {
            carillon.trigger().stop();
            awaitMore(carillon, "failover", 3);
            carillon.trigger().start();
            standby.stopAbruptly();
            awaitMore(carillon, "failover", 3);
        } finally {
            standby.stop();
            carillon.delete("failover");
        }
    }

    @Test
    void eachServiceCanBeReplacedUnderLoad(RunningCarillon carillon) {
        tickEverySecond(carillon, "replaced");
        Instant before = carillon.clock().instant();
        carillon.worker().restart();
        awaitMore(carillon, "replaced", 2);
        for (EventType type : List.of(EventType.WORKER_LEFT, EventType.WORKER_JOINED)) {
            carillon.awaitEvent(
                    type.toString(), event -> event.type() == type && event.at().isAfter(before));
        }
        carillon.worker().stopAbruptly();
        carillon.worker().start();
        awaitMore(carillon, "replaced", 2);
        carillon.collector().restart();
        awaitMore(carillon, "replaced", 2);
        carillon.delete("replaced");
    }
}
