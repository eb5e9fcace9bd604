package dev.carillon.system.client;

import static org.assertj.core.api.Assertions.assertThat;

import dev.carillon.client.CarillonClient;
import dev.carillon.client.schedule.ApplyResult;
import dev.carillon.client.schedule.ApplyResult.Change;
import dev.carillon.kit.kafka.KafkaConfig;
import dev.carillon.schemas.json.RawJson;
import dev.carillon.schemas.schedule.FiringRule;
import dev.carillon.schemas.schedule.Schedule;
import dev.carillon.schemas.work.Work;
import dev.carillon.system.running.CarillonSystem;
import dev.carillon.system.running.RunningCarillon;
import java.time.Duration;
import java.util.List;
import org.apache.kafka.clients.admin.Admin;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** While the schedules topic is deleted and created again, a client must not answer from its cache. */
@CarillonSystem(services = false, checkedAtTheEnd = false)
final class TopicMadeAnewTest {
    private static final int ROUNDS = 3;

    private static Schedule schedule(String taskId) {
        return Schedule.of(taskId, FiringRule.every(Duration.ofHours(1)), Work.of("ring", RawJson.NULL));
    }

    private static void recreate(RunningCarillon carillon) throws Exception {
        try (Admin admin = carillon.clients().admin("deleting")) {
            admin.deleteTopics(List.of(carillon.names().schedules())).all().get();
        }
        carillon.createTopics();
    }

    private static CarillonClient connect(RunningCarillon carillon) {
        return CarillonClient.connect(KafkaConfig.at(carillon.brokers().bootstrapServers()), carillon.names());
    }

    @Test
    @Timeout(90)
    void aDeletedScheduleIsNeverReportedUnchanged(RunningCarillon carillon) throws Exception {
        try (CarillonClient client = connect(carillon);
                CarillonClient other = connect(carillon)) {
            client.apply(schedule("bell"));
            for (int round = 0; round < ROUNDS; round++) {
                assertThat(client.apply(schedule("bell")).change()).isEqualTo(Change.UNCHANGED);
                recreate(carillon);
                // As many records as before, so that the end offset of the topic does not show the change.
                other.apply(schedule("horn"));

                ApplyResult again = client.apply(schedule("bell"));

                assertThat(again.change()).as("round %s", round).isEqualTo(Change.CREATED);
                assertThat(again.version()).isEqualTo(1);
            }
        }
    }
}
