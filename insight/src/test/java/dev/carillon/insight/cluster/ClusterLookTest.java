package dev.carillon.insight.cluster;

import static dev.carillon.insight.RecordedCluster.NAMES;
import static dev.carillon.insight.RecordedCluster.json;
import static dev.carillon.insight.RecordedCluster.moment;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import dev.carillon.client.log.GroupOffset;
import dev.carillon.insight.RecordedCluster;
import dev.carillon.schemas.header.Headers;
import dev.carillon.schemas.json.Json;
import dev.carillon.schemas.topic.TopicNames;
import dev.carillon.schemas.work.Priority;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The status of the system, read from whole, missing and damaged topics. */
final class ClusterLookTest {
    private static final String LANE = NAMES.tasks("mail", Priority.NORMAL);

    private final RecordedCluster cluster = new RecordedCluster("mail");

    private ClusterStatus status() {
        return new ClusterLook(cluster.scan(), NAMES, cluster.now()).status();
    }

    private QueueLoad queue(String name) {
        return status().queues().stream()
                .filter(load -> load.queue().equals(name))
                .findFirst()
                .orElseThrow();
    }

    private void task(String headers) {
        Map<String, String> all = headers.isEmpty() ? Map.of() : Map.of(Headers.NOT_BEFORE, headers);
        cluster.put(LANE, 0, "report:2026-11-18T06:00:00Z", json("{}"), all);
    }

    @Test
    void aFreshClusterHasNothingAndMissesNothing() {
        ClusterStatus status = status();

        assertThat(status.missing()).isEmpty();
        assertThat(status.trigger().watermark()).isNull();
        assertThat(status.workers().all()).isEmpty();
        assertThat(status.queues()).extracting(QueueLoad::queue).containsExactly("default", "mail");
        assertThat(status.ends().recent()).isNotNull();
        assertThat(HealthJudge.of(status))
                .extracting(ClusterProblem::kind)
                .containsExactly(ClusterProblem.Kind.NO_TRIGGER, ClusterProblem.Kind.NO_WORKER);
    }

    @Test
    void anotherNamespaceIsAnotherSystemEvenIfItsNameBeginsAlike() {
        assertThat(new ClusterLook(cluster.scan(), new TopicNames("carillon"), cluster.now()).isAnythingThere())
                .isTrue();
        assertThat(new ClusterLook(cluster.scan(), new TopicNames("carill"), cluster.now()).isAnythingThere())
                .isFalse();
    }

    @Test
    void everyTopicMayBeMissing() {
        for (String topic : cluster.log.topics()) {
            cluster.log.deleteTopic(topic);
        }

        ClusterStatus status = status();

        assertThat(status.missing())
                .contains(NAMES.schedules(), NAMES.control(), NAMES.deadLetters(), NAMES.released("default"));
        assertThat(status.ends()).isEqualTo(new ClusterStatus.Ends(null, 0, 0, 0, null));
        assertThat(Json.answer(ClusterAnswer.of(status, HealthJudge.of(status))))
                .contains("\"well\":false");
    }

    /** Its tasks still wait, and nobody would look for them. */
    @ParameterizedTest
    @ValueSource(strings = {"carillon.released.mail", "carillon.tasks.mail.urgent", "carillon.tasks.mail.normal"})
    void aQueueThatLostOneTopicIsStillListedWithWhatIsMissing(String lost) {
        task("");
        cluster.log.deleteTopic(lost);

        assertThat(status().missing()).containsExactly(lost);
        assertThat(queue("mail").waiting()).isEqualTo(lost.equals(LANE) ? 0 : 1);
    }

    @Test
    void theDefaultQueueIsMissedEvenIfNoTopicOfItIsLeft() {
        NAMES.ofQueue("default").forEach(cluster.log::deleteTopic);

        assertThat(status().missing()).containsExactlyElementsOf(NAMES.ofQueue("default"));
    }

    @Test
    void aQueueCountsWhatWaitsWhatComesLaterAndWhoServesIt() {
        task("");
        cluster.at("06:00:10");
        task("2026-11-18T06:00:05Z");
        task("2026-11-18T07:00:00Z");
        cluster.heartbeat(RecordedCluster.heartbeat("w1", cluster.now())
                .queues(List.of("mail"))
                .build());

        QueueLoad mail = queue("mail");
        assertThat(mail.waiting()).isEqualTo(2);
        assertThat(mail.later()).isEqualTo(1);
        assertThat(mail.exact()).isTrue();
        assertThat(mail.served()).isTrue();
        assertThat(mail.oldest()).contains(moment("06:00:00"));
        assertThat(queue("default").served()).isFalse();
        assertThat(queue("default").oldest()).isEmpty();
    }

    @Test
    void whatTheWorkersOfAQueueHaveDoneDoesNotWait() {
        task("");
        task("");
        cluster.log.commit("carillon.mail", new GroupOffset(LANE, 0, 1, ""));
        cluster.log.commit("carillon.default", new GroupOffset(LANE, 0, 2, ""));

        assertThat(queue("mail").waiting()).isEqualTo(1);
    }

    @Test
    void theCollectorsBacklogIsThatOfResultsAndDelayedTasks() {
        cluster.put(NAMES.results(), 0, "a", json("{}"), Map.of());
        cluster.put(NAMES.results(), 1, "a", json("{}"), Map.of());
        cluster.put(NAMES.delayed(), 2, "a", json("{}"), Map.of());
        cluster.log.commit("carillon.collector", new GroupOffset(NAMES.results(), 1, 1, ""));

        assertThat(status().collector())
                .extracting("topic", "waiting")
                .containsExactly(tuple(NAMES.results(), 1L), tuple(NAMES.delayed(), 1L));
    }

    @Test
    void theAnswerAsJsonNamesUnknownCountsAsNull() {
        cluster.elected().slice("06:00:00", "06:00:00", 2).worker("w1");
        cluster.succeeded("report:2026-11-18T06:00:00Z", "06:00:00", "06:00:00");
        ClusterStatus status = status();
        ClusterStatus unknown = new ClusterStatus(
                status.now(),
                List.of(),
                status.trigger(),
                status.workers(),
                List.of(),
                List.of(),
                new ClusterStatus.Ends(null, -1, -1, -1, null));

        assertThat(Json.answer(ClusterAnswer.of(status, List.of())))
                .startsWith(
                        "{\"at\":\"2026-11-18T06:00:00Z\",\"well\":true,\"needs\":[],\"trigger\":{\"moving\":true,"
                                + "\"leader\":{\"source\":\"trigger/host-1\",\"since\":\"2026-11-18T06:00:00Z\",\"ended\":null,")
                .contains("\"recentTicks\":2,\"recentSkips\":0,\"recentMinutes\":5")
                .contains("\"workers\":{\"living\":1,\"gone\":0,\"slots\":10,\"running\":0,\"held\":0}")
                .contains("\"recent\":{\"SUCCEEDED\":1,\"FAILED\":0,\"CANCELLED\":0,\"SKIPPED\":0,\"EXPIRED\":0}");
        assertThat(Json.answer(ClusterAnswer.of(unknown, List.of())))
                .endsWith("\"executions\":{\"retrying\":null,\"delayed\":null,\"deadLetters\":null,"
                        + "\"lastDeadLetter\":null,\"recentMinutes\":10,\"recent\":null}}");
    }

    @Test
    void backfillsUnderWayAreThoseOfTheNewestMarkers() {
        String marker = "'version':0,'position':1,'floor':{'due':'2026-11-18T06:00:00Z'}";
        String backfill = ",'backfill':{'from':'2026-11-17T00:00:00Z','to':'2026-11-18T00:00:00Z','nanos':7}";
        cluster.marker("over", marker + backfill).marker("over", marker);
        cluster.marker("gone", marker + backfill).put(NAMES.triggerState(), 0, "gone", null, Map.of());
        cluster.marker("running", marker + backfill).watermark("06:00:00");
        cluster.put(NAMES.triggerState(), 0, "damaged", json("{'v':9}"), Map.of());

        BackfillsSeen seen = BackfillsSeen.look(cluster.scan(), NAMES);
        assertThat(seen.running()).containsOnlyKeys("running");
        assertThat(seen.of("over")).isNull();

        cluster.log.deleteTopic(NAMES.triggerState());
        assertThat(BackfillsSeen.look(cluster.scan(), NAMES).running()).isEmpty();
    }
}
