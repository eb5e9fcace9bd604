package dev.carillon.insight.execution;

import static dev.carillon.insight.RecordedCluster.NAMES;
import static dev.carillon.insight.RecordedCluster.PARTITIONS;
import static dev.carillon.insight.RecordedCluster.json;
import static dev.carillon.insight.RecordedCluster.moment;
import static org.assertj.core.api.Assertions.assertThat;

import dev.carillon.client.status.ExecutionStatus;
import dev.carillon.insight.RecordedCluster;
import dev.carillon.schemas.codec.Kind;
import dev.carillon.schemas.json.RawJson;
import dev.carillon.schemas.key.ExecutionKey;
import dev.carillon.schemas.record.Event;
import dev.carillon.schemas.record.EventType;
import dev.carillon.schemas.record.OutcomeStatus;
import dev.carillon.schemas.record.ResultStatus;
import dev.carillon.schemas.record.Task;
import dev.carillon.schemas.record.TaskBuilder;
import dev.carillon.schemas.record.TaskPosition;
import dev.carillon.schemas.state.ExecutionState;
import dev.carillon.schemas.work.Origin;
import dev.carillon.schemas.work.Priority;
import dev.carillon.schemas.work.Work;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The records of one execution, wherever they lie and whatever lies around them. */
final class ExecutionLookTest {
    private static final ExecutionKey TICK = ExecutionKey.of("report", moment("06:00:00"));
    private static final ExecutionKey SUBMITTED = ExecutionKey.parse("report:2026-11-18T06:00:00.123456789Z~k3f5q2xa");

    private final RecordedCluster cluster = new RecordedCluster("mail");

    @BeforeEach
    void aMinutePastSix() {
        cluster.at("06:01:00");
    }

    private Optional<ExecutionStatus> found(ExecutionKey key) {
        return new ExecutionLook(cluster.scan(), NAMES, cluster.now()).status(key);
    }

    private ExecutionStatus status(ExecutionKey key) {
        return found(key).orElseThrow();
    }

    private static Task task(ExecutionKey key) {
        return Task.first(key, Origin.SUBMITTED, Work.of("shell", RawJson.NULL));
    }

    private void put(String topic, int partition, Task task) {
        cluster.put(topic, partition, String.valueOf(task.key()), Kind.TASK.encode(task), Map.of());
    }

    @Test
    void withoutRecordsThereIsNoExecution() {
        assertThat(found(TICK)).isEmpty();
        cluster.task(task(SUBMITTED), SUBMITTED.home(PARTITIONS));
        assertThat(found(TICK)).isEmpty();
        assertThat(found(ExecutionKey.parse(SUBMITTED.toString().replaceAll("~.*", "~aaaaaaaa"))))
                .isEmpty();
    }

    @Test
    void aRoutedTickIsFoundOutsideItsHomeAndASubmissionIsNot() {
        int tickElsewhere = (TICK.home(PARTITIONS) + 1) % PARTITIONS;
        put(NAMES.tasks("mail", Priority.HIGH), tickElsewhere, task(TICK));
        put(NAMES.tasks("mail", Priority.HIGH), (SUBMITTED.home(PARTITIONS) + 1) % PARTITIONS, task(SUBMITTED));

        assertThat(status(TICK).state()).isEqualTo(ExecutionState.QUEUED);
        assertThat(status(TICK).where())
                .isEqualTo(new TaskPosition(NAMES.tasks("mail", Priority.HIGH), tickElsewhere, 0));
        assertThat(found(SUBMITTED)).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1, 2})
    void aRetryIsFoundInWhicheverPartitionItWasReleased(int partition) {
        cluster.task(task(SUBMITTED), SUBMITTED.home(PARTITIONS));
        cluster.result(SUBMITTED.toString(), 1, ResultStatus.FAILED).at("06:01:30");
        put(
                NAMES.released("default"),
                partition,
                TaskBuilder.builder(task(SUBMITTED)).attempt(2).build());

        assertThat(status(SUBMITTED).state()).isEqualTo(ExecutionState.QUEUED);
        assertThat(status(SUBMITTED).attempts()).hasSize(2);
        assertThat(status(SUBMITTED).where()).isEqualTo(new TaskPosition(NAMES.released("default"), partition, 0));
    }

    @Test
    void aDelayedTaskIsPendingAndACancelIsTold() {
        Task later = TaskBuilder.builder(task(SUBMITTED))
                .notBefore(moment("07:00:00"))
                .build();
        put(NAMES.delayed(), SUBMITTED.home(PARTITIONS), later);
        byte[] cancel = json("{'command':'cancel','subject':'" + SUBMITTED + "','at':'2026-11-18T06:01:00Z'}");
        cluster.put(NAMES.control(), 0, SUBMITTED.toString(), cancel, Map.of());

        assertThat(status(SUBMITTED).state()).isEqualTo(ExecutionState.PENDING);
        assertThat(status(SUBMITTED).nextAttempt()).isEqualTo(moment("07:00:00"));
        assertThat(status(SUBMITTED).cancelAsked()).isEqualTo(moment("06:01:00"));

        cluster.outcome(SUBMITTED.toString(), OutcomeStatus.CANCELLED, 0);
        assertThat(status(SUBMITTED).state()).isEqualTo(ExecutionState.CANCELLED);
    }

    /** A worker's producer chooses the partition by the whole key, the collector writes to the home. */
    @Test
    void aStartIsFoundInBothPartitionsWhereEventsMayBe() {
        ExecutionKey position = ExecutionKey.parse("report:2026-11-18T06:00:30Z~default.normal-1-0");
        for (int partition = 0; partition < PARTITIONS; partition++) {
            RecordedCluster own = new RecordedCluster();
            own.at("06:01:00").result(position.toString(), 1, ResultStatus.STARTED);
            Event event = new Event(
                    EventType.STARTED, position.toString(), own.now(), "worker/w1", "started", null, Map.of());
            own.put(NAMES.events(), partition, position.toString(), Kind.EVENT.encode(event), Map.of());

            assertThat(new ExecutionLook(own.scan(), NAMES, own.now()).status(position))
                    .get()
                    .extracting(ExecutionStatus::state)
                    .isEqualTo(ExecutionState.RUNNING);
        }
    }

    /** Its record has another key, or none; its own key is made of the position. */
    @ParameterizedTest
    @ValueSource(strings = {"", "mine", "report"})
    void aTaskMadeByHandIsFoundByItsPosition(String key) {
        String topic = NAMES.tasks("default", Priority.NORMAL);
        cluster.put(topic, 1, key, json("{'taskId':'report','type':'shell'}"), Map.of());
        cluster.put(topic, 1, key, json("{'taskId':'report','type':'shell'}"), Map.of());
        ExecutionKey second = ExecutionKey.atPosition("report", cluster.now(), "default.normal", 1, 1);

        assertThat(status(second).where()).isEqualTo(new TaskPosition(topic, 1, 1));
        assertThat(found(ExecutionKey.atPosition("report", cluster.now(), "default.normal", 2, 1)))
                .isEmpty();
    }

    /** The caller chose a key that names an instant of next year, or one after its records. */
    @ParameterizedTest
    @ValueSource(strings = {"2027-11-18T06:00:00.000000001Z", "2026-11-18T06:30:00.000000001Z"})
    void aKeyMayNameALaterInstantThanItsRecords(String execTime) {
        ExecutionKey key = ExecutionKey.parse("report:" + execTime);
        cluster.task(task(key), key.home(PARTITIONS)).outcome(key.toString(), OutcomeStatus.SUCCEEDED, 1);
        cluster.at("06:45:00");

        assertThat(status(key).state()).isEqualTo(ExecutionState.SUCCEEDED);
    }

    @ParameterizedTest
    @ValueSource(strings = {"0000-01-01T00:00:00Z", "9999-12-31T23:59:59.999999999Z", "1970-01-01T00:00:00Z"})
    void theFirstAndTheLastInstantOfAKeyAreNoError(String execTime) {
        ExecutionKey key = ExecutionKey.of("report", Instant.parse(execTime));
        assertThat(found(key)).isEmpty();

        cluster.outcome(key.toString(), OutcomeStatus.EXPIRED, 0);
        assertThat(status(key).state()).isEqualTo(ExecutionState.EXPIRED);
    }

    @Test
    void damagedRecordsWithItsKeyAreNone() {
        int home = TICK.home(PARTITIONS);
        for (String topic : new String[] {NAMES.results(), NAMES.outcomes(), NAMES.tasks("default", Priority.LOW)}) {
            cluster.put(topic, home, TICK.toString(), json("{'v':7}"), Map.of());
            cluster.put(topic, home, TICK.toString(), null, Map.of());
        }
        assertThat(found(TICK)).isEmpty();

        cluster.tick("report", "06:00:00");
        assertThat(status(TICK).state()).isEqualTo(ExecutionState.QUEUED);
    }

    @Test
    void missingTopicsAreLeftOut() {
        cluster.tick("report", "06:00:00");
        for (String topic : cluster.log.topics()) {
            if (!topic.startsWith("carillon.tasks.default") && !topic.equals(NAMES.released("default"))) {
                cluster.log.deleteTopic(topic);
            }
        }

        assertThat(status(TICK).state()).isEqualTo(ExecutionState.QUEUED);
    }

    /** Its handler reported very often, or a program writes with its key: the reading ends, and so does the answer. */
    @Test
    void tenThousandRecordsWithItsKeyAreEnough() {
        cluster.tick("report", "06:00:00");
        for (int i = 0; i < 20_000; i++) {
            cluster.result(TICK.toString(), 1, ResultStatus.STARTED);
        }

        assertThat(status(TICK).state()).isEqualTo(ExecutionState.RUNNING);
        assertThat(status(TICK).attempts()).hasSize(1);
    }
}
