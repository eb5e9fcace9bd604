package dev.carillon.system.limits;

import static org.assertj.core.api.Assertions.assertThat;

import dev.carillon.client.CarillonClient;
import dev.carillon.client.submit.Submission;
import dev.carillon.kit.kafka.KafkaConfig;
import dev.carillon.schemas.error.ErrorCode;
import dev.carillon.schemas.header.Headers;
import dev.carillon.schemas.key.ExecutionKey;
import dev.carillon.schemas.record.Outcome;
import dev.carillon.schemas.record.OutcomeStatus;
import dev.carillon.schemas.work.Limits;
import dev.carillon.schemas.work.Priority;
import dev.carillon.system.checker.seen.SeenRecord;
import dev.carillon.system.running.Bells;
import dev.carillon.system.running.CarillonSystem;
import dev.carillon.system.running.RunningCarillon;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.apache.kafka.clients.producer.RecordMetadata;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** In every input topic the largest allowed record runs to its outcome; one byte more becomes a dead deadLetter. */
@CarillonSystem
final class SizeDoorsTest {
    /** A JSON text of exactly this many bytes, with as many of the character as fit. */
    private static String text(String character, int bytes) {
        int each = character.getBytes(StandardCharsets.UTF_8).length;
        int room = bytes - 2;
        return '"' + "x".repeat(room % each) + character.repeat(room / each) + '"';
    }

    private static byte[] record(String taskId, String more, String payload) {
        return ("{\"taskId\":\"" + taskId + "\",\"type\":\"" + Bells.RING + "\"" + more + ",\"payload\":" + payload
                        + "}")
                .getBytes(StandardCharsets.UTF_8);
    }

    private static String words(int length) {
        return IntStream.range(0, Limits.LABELS)
                .mapToObj(n -> "\"" + n + "\":\"" + "\\u0001".repeat(length) + "\"")
                .collect(Collectors.joining(",", "{", "}"));
    }

    /** A task of exactly this many bytes. */
    private static byte[] task(String taskId, int bytes) {
        String more = ",\"labels\":" + words(Limits.LABEL_VALUE) + ",\"metadata\":" + words(Limits.METADATA_VALUE)
                + ",\"later\":" + text("z", 65_000);
        int around = record(taskId, more, "").length;
        return record(taskId, more, text("x", bytes - around));
    }

    private static String normal(RunningCarillon carillon) {
        return carillon.names().tasks("default", Priority.NORMAL);
    }

    private static void succeeds(RunningCarillon carillon, String taskId) {
        assertThat(carillon.awaitOutcomes(taskId, 1))
                .singleElement()
                .extracting(Outcome::status)
                .isEqualTo(OutcomeStatus.SUCCEEDED);
    }

    private static void movesAside(
            RunningCarillon carillon, String topic, String key, byte[] value, ErrorCode cause, int limit) {
        RecordMetadata at = carillon.door().put(topic, key, value);
        SeenRecord deadLetter = carillon.awaitDeadLetter(topic, at.partition(), at.offset());
        assertThat(deadLetter.value()).isEqualTo(value);
        assertThat(deadLetter.headers()).containsEntry(Headers.CAUSE, cause.name());
        assertThat(deadLetter.headers().get(Headers.CAUSE_MESSAGE))
                .contains((limit + 1) + " bytes are over the limit of " + limit + "; ");
    }

    @ParameterizedTest
    @ValueSource(strings = {"x", "漢", "😀"})
    void submittedPayloadOfTheLargestSizeRuns(String character, RunningCarillon carillon) {
        KafkaConfig kafka = KafkaConfig.at(carillon.brokers().bootstrapServers());
        try (CarillonClient client = CarillonClient.connect(kafka, carillon.names())) {
            Submission largest = Submission.of(Bells.RING).payload(text(character, Limits.PAYLOAD_BYTES));
            List<ExecutionKey> keys = client.submitAll(List.of(largest, largest.after(Duration.ofSeconds(1))));
            for (ExecutionKey key : keys) {
                assertThat(carillon.awaitOutcome(key).status()).isEqualTo(OutcomeStatus.SUCCEEDED);
            }
        }
    }

    @Test
    void largestTaskOfAnyProducerRuns(RunningCarillon carillon) {
        carillon.door().put(normal(carillon), "whole", task("whole", Limits.TASK_BYTES));
        carillon.door().put(normal(carillon), "payload", record("payload", "", text("é", Limits.PAYLOAD_BYTES)));
        carillon.door().put(carillon.names().delayed(), "rests", record("rests", "", text("é", Limits.PAYLOAD_BYTES)));
        movesAside(
                carillon,
                normal(carillon),
                "whole-over",
                task("whole-over", Limits.TASK_BYTES + 1),
                ErrorCode.RECORD_TOO_LARGE,
                Limits.TASK_BYTES);
        for (String topic : List.of(normal(carillon), carillon.names().delayed())) {
            movesAside(
                    carillon,
                    topic,
                    "payload-over",
                    record("payload-over", "", text("é", Limits.PAYLOAD_BYTES + 1)),
                    ErrorCode.PAYLOAD_TOO_LARGE,
                    Limits.PAYLOAD_BYTES);
        }
        List.of("whole", "payload", "rests").forEach(taskId -> succeeds(carillon, taskId));
    }

    @Test
    void largestTaskThatFailsIsTriedAgain(RunningCarillon carillon) {
        byte[] value = new String(
                        record(
                                "again",
                                ",\"retry\":{\"maxRetries\":1,\"delay\":\"100ms\"}",
                                text("😀", Limits.PAYLOAD_BYTES)),
                        StandardCharsets.UTF_8)
                .replace("\"type\":\"" + Bells.RING, "\"type\":\"" + Bells.BROKEN)
                .getBytes(StandardCharsets.UTF_8);
        carillon.door().put(normal(carillon), "again", value);
        assertThat(carillon.awaitOutcomes("again", 1)).singleElement().satisfies(outcome -> {
            assertThat(outcome.status()).isEqualTo(OutcomeStatus.FAILED);
            assertThat(outcome.attempts()).isEqualTo(2);
            assertThat(outcome.message()).contains("always");
        });
    }

    /** With its key the task exceeds the limit, so it can't be stored until it is due, and its execution fails. */
    @Test
    void largestTaskThatIsForLaterEndsWithAReason(RunningCarillon carillon) {
        String later = "\"notBefore\":\"" + carillon.clock().instant().plusSeconds(600) + "\",\"type\"";
        String small = new String(task("for-later", Limits.TASK_BYTES - later.length() + 6), StandardCharsets.UTF_8);
        byte[] value = small.replace("\"type\"", later).getBytes(StandardCharsets.UTF_8);
        assertThat(value).hasSize(Limits.TASK_BYTES);
        carillon.door().put(normal(carillon), "for-later", value);
        assertThat(carillon.awaitOutcomes("for-later", 1)).singleElement().satisfies(outcome -> {
            assertThat(outcome.status()).isEqualTo(OutcomeStatus.FAILED);
            assertThat(outcome.code()).isEqualTo(ErrorCode.RECORD_TOO_LARGE.name());
        });
    }

    @Test
    void largestScheduleFiresAndIsRunByHand(RunningCarillon carillon) {
        String at = ",\"at\":\"" + carillon.clock().instant().plusSeconds(3).truncatedTo(ChronoUnit.SECONDS) + "\"";
        String schedules = carillon.names().schedules();
        carillon.door().put(schedules, "fires", record("fires", at, text("漢", Limits.PAYLOAD_BYTES)));
        carillon.door()
                .put(schedules, "by-hand", record("by-hand", ",\"every\":\"1h\"", text("x", Limits.PAYLOAD_BYTES)));
        movesAside(
                carillon,
                schedules,
                "over",
                record("over", at, text("漢", Limits.PAYLOAD_BYTES + 1)),
                ErrorCode.PAYLOAD_TOO_LARGE,
                Limits.PAYLOAD_BYTES);
        ExecutionKey run = carillon.runNow("by-hand");
        assertThat(carillon.awaitOutcome(run).status()).isEqualTo(OutcomeStatus.SUCCEEDED);
        succeeds(carillon, "fires");
    }
}
