package dev.carillon.system.topics;

import static org.assertj.core.api.Assertions.assertThat;

import dev.carillon.kit.errors.KitErrorCode;
import dev.carillon.kit.time.Eventually;
import dev.carillon.schemas.json.RawJson;
import dev.carillon.schemas.schedule.FiringRule;
import dev.carillon.schemas.schedule.Schedule;
import dev.carillon.schemas.work.Priority;
import dev.carillon.schemas.work.Work;
import dev.carillon.system.running.Bells;
import dev.carillon.system.running.CarillonSystem;
import dev.carillon.system.running.RunningCarillon;
import java.time.Duration;
import java.util.List;
import org.apache.kafka.clients.admin.Admin;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Topics are deleted while the system runs: each role that needs them reports it, waits, and recovers. */
@CarillonSystem(checkedAtTheEnd = false)
@Timeout(120)
final class TopicsDeletedTest {
    private static final Work RING = Work.of(Bells.RING, RawJson.NULL);

    private static void tickEverySecond(RunningCarillon carillon, String taskId) {
        carillon.apply(Schedule.of(taskId, FiringRule.every(Duration.ofSeconds(1)), RING));
        awaitRings(carillon, taskId, 1);
    }

    private static void awaitRings(RunningCarillon carillon, String taskId, int more) {
        long before = carillon.bells().runsOfTask(taskId);
        Eventually.that(
                more + " more runs of " + taskId,
                RunningCarillon.SOON,
                () -> carillon.bells().runsOfTask(taskId) >= before + more);
    }

    private static void delete(RunningCarillon carillon, String... topics) throws Exception {
        try (Admin admin = carillon.clients().admin("deleting")) {
            admin.deleteTopics(List.of(topics)).all().get();
        }
    }

    @Test
    void rolesThatNeedADeletedTopicWaitUntilItIsCreatedAgain(RunningCarillon carillon) throws Exception {
        Roles roles = new Roles(carillon);
        String outcomes = carillon.names().outcomes();
        String tasks = carillon.names().tasks("default", Priority.NORMAL);
        tickEverySecond(carillon, "deleted");
        try (HeardLines log = new HeardLines()) {
            delete(carillon, outcomes, tasks);
            roles.awaitStopped("collector", KitErrorCode.TOPICS_MISSING, outcomes);
            roles.awaitStopped("worker", KitErrorCode.TOPICS_MISSING, tasks);
            roles.awaitStopped("trigger", KitErrorCode.TOPICS_MISSING, tasks);
            carillon.createTopics();
            roles.awaitReady();
            awaitRings(carillon, "deleted", 2);
            assertThat(log.lines())
                    .filteredOn(line -> line.contains("TOPICS_MISSING"))
                    .hasSize(3);
            assertThat(log.lines()).as("no storm").hasSizeLessThan(12);
            assertThat(log.stacks()).as("no stack traces").isZero();
        }
        Eventually.that(
                "outcomes are written again",
                RunningCarillon.SOON,
                () -> carillon.read().in(outcomes).size() >= 2);
        carillon.delete("deleted");
    }

    @Test
    void stateIsRecreatedTogetherWithItsTopic(RunningCarillon carillon) throws Exception {
        Roles roles = new Roles(carillon);
        String schedules = carillon.names().schedules();
        tickEverySecond(carillon, "lost-definition");
        delete(carillon, schedules);
        roles.awaitStopped("trigger", KitErrorCode.TOPICS_MISSING, schedules);
        carillon.createTopics();
        roles.awaitStopped("trigger", KitErrorCode.TOPIC_MADE_ANEW, schedules);

        delete(
                carillon,
                schedules,
                carillon.names().calendars(),
                carillon.names().control(),
                carillon.names().triggerState());
        roles.awaitStopped("trigger", KitErrorCode.TOPICS_MISSING, schedules);
        carillon.createTopics();
        roles.awaitReady();
        tickEverySecond(carillon, "new-definition");
        awaitRings(carillon, "new-definition", 2);
        carillon.delete("new-definition");
    }
}
