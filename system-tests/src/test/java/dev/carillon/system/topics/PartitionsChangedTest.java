package dev.carillon.system.topics;

import static org.assertj.core.api.Assertions.assertThat;

import dev.carillon.kit.errors.KitErrorCode;
import dev.carillon.kit.time.Eventually;
import dev.carillon.schemas.json.RawJson;
import dev.carillon.schemas.key.ExecutionKey;
import dev.carillon.schemas.schedule.FiringRule;
import dev.carillon.schemas.schedule.Schedule;
import dev.carillon.schemas.topic.TopicNames;
import dev.carillon.schemas.work.Priority;
import dev.carillon.schemas.work.Work;
import dev.carillon.system.running.Bells;
import dev.carillon.system.running.CarillonSystem;
import dev.carillon.system.running.RunningCarillon;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.NewPartitions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Topics get more partitions while the system runs: no execution is lost or doubled; roles report why they wait. */
@CarillonSystem
@Timeout(120)
final class PartitionsChangedTest {
    private static final int MORE = 6;
    private static final Work RING = Work.of(Bells.RING, RawJson.NULL);

    private static void grow(RunningCarillon carillon, List<String> topics) throws Exception {
        try (Admin admin = carillon.clients().admin("growing")) {
            admin.createPartitions(topics.stream()
                            .collect(Collectors.toMap(topic -> topic, t -> NewPartitions.increaseTo(MORE))))
                    .all()
                    .get();
        }
    }

    @Test
    void rolesStopUntilAllNumbersAgree(RunningCarillon carillon) throws Exception {
        TopicNames names = carillon.names();
        Roles roles = new Roles(carillon);
        carillon.apply(Schedule.of("grown", FiringRule.every(Duration.ofSeconds(1)), RING));
        carillon.awaitOutcomes("grown", 1);
        String tasks = names.tasks("default", Priority.NORMAL);
        try (HeardLines log = new HeardLines()) {
            grow(carillon, List.of(tasks));
            roles.awaitStopped("worker", KitErrorCode.PARTITIONS_DIFFER, tasks);
            assertThat(roles.whyNot("trigger"))
                    .as("ticks keep their homes in a larger topic")
                    .isEmpty();
            assertThat(roles.whyNot("collector")).isEmpty();
            ExecutionKey meanwhile = carillon.submit("meanwhile", RING);

            grow(carillon, List.of(names.results()));
            roles.awaitStopped("trigger", KitErrorCode.PARTITIONS_DIFFER, names.results());
            roles.awaitStopped("collector", KitErrorCode.PARTITIONS_DIFFER, names.results());
            assertThat(carillon.bells().runsOf(meanwhile.toString())).isEmpty();

            List<String> others = new ArrayList<>(names.ofQueue("default"));
            others.remove(tasks);
            others.add(names.delayed());
            others.add(names.outcomes());
            others.add(names.namespace() + ".collector-ledger-changelog");
            grow(carillon, others);
            roles.awaitReady();
            Eventually.that("the task that was submitted meanwhile ran", RunningCarillon.SOON, () -> !carillon.bells()
                    .runsOf(meanwhile.toString())
                    .isEmpty());
            Map<String, Long> codes = log.lines().stream()
                    .filter(line -> line.contains("PARTITIONS_DIFFER"))
                    .collect(Collectors.groupingBy(line -> line.replaceFirst(" .*", ""), Collectors.counting()));
            assertThat(codes).containsOnlyKeys("worker", "trigger", "collector");
            assertThat(log.lines()).as("no storm").hasSizeLessThan(15);
            assertThat(log.stacks()).as("no stack traces").isZero();
        }
        carillon.awaitOutcomes("grown", carillon.awaitOutcomes("grown", 0).size() + 1);
        carillon.delete("grown");
    }
}
