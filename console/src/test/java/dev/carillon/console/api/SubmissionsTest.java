package dev.carillon.console.api;

import static org.assertj.core.api.Assertions.assertThat;

import dev.carillon.schemas.codec.Kind;
import dev.carillon.schemas.record.Task;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Executions that are submitted, retried and cancelled, and dead letters that are replayed. */
class SubmissionsTest {
    private static final String WORK = "{\"taskId\":\"one\",\"type\":\"http\",\"payload\":{\"a\":1}}";

    private final RunningConsole console = new RunningConsole();

    @AfterEach
    void close() {
        console.close();
    }

    private RawAnswer post(String path, String body, String... headers) {
        return console.ask("POST", path, body, headers);
    }

    private List<Task> sent() {
        return console
                .log
                .all(RunningConsole.NAMES.tasks("default", dev.carillon.schemas.work.Priority.NORMAL))
                .stream()
                .map(record -> record.read(Kind.TASK::ifReadable).orElseThrow())
                .toList();
    }

    @Test
    void theTaskIsInItsTopicUnderTheKeyOfTheAnswer() {
        RawAnswer answer = post("/v1/executions", WORK);
        assertThat(answer.status()).isEqualTo(202);
        assertThat(sent()).hasSize(1);
        assertThat(String.valueOf(sent().get(0).key())).isEqualTo(answer.text("key"));
    }

    @Test
    void withoutATaskIdItIsCalledAsItsType() {
        assertThat(post("/v1/executions", "{\"type\":\"http\"}").text("key")).startsWith("http:");
    }

    @Test
    void theSameIdempotencyKeyIsTheSameExecution() {
        RawAnswer first = post("/v1/executions", WORK, "Idempotency-Key: order-4711");
        RawAnswer second = post("/v1/executions", WORK, "Idempotency-Key: order-4711");
        assertThat(second.text("key")).isEqualTo(first.text("key"));
        assertThat(second.json().path("repeated").asBoolean()).isTrue();
        assertThat(sent()).hasSize(1);
        RawAnswer other = post("/v1/executions", WORK.replace("1", "2"), "Idempotency-Key: order-4711");
        assertThat(other.status()).isEqualTo(422);
        assertThat(other.text("code")).isEqualTo("KEY_REUSED");
    }

    @Test
    void aTypeThatNoLiveWorkerServesIsRefusedUnlessForced() {
        console.serving("shell");

        RawAnswer refused = post("/v1/executions/batch", "{\"items\":[{\"type\":\"shell\"}," + WORK + "]}");
        assertThat(refused.status()).isEqualTo(422);
        assertThat(refused.text("code")).isEqualTo("UNKNOWN_TYPE");
        assertThat(refused.text("field")).isEqualTo("items[1].type");
        assertThat(post("/v1/executions?dryRun=true", WORK).text("code")).isEqualTo("UNKNOWN_TYPE");
        assertThat(sent()).isEmpty();

        assertThat(post("/v1/executions?force=true", WORK).status()).isEqualTo(202);
        assertThat(sent()).hasSize(1);
    }

    @Test
    void aDryRunWritesNothing() {
        RawAnswer answer = post("/v1/executions?dryRun=true", WORK);
        assertThat(answer.status()).isEqualTo(202);
        assertThat(answer.json().path("dryRun").asBoolean()).isTrue();
        assertThat(sent()).isEmpty();
    }

    @Test
    void ofABatchWithOneMistakeNothingIsSentAndItsPlaceIsNamed() {
        RawAnswer answer = post(
                "/v1/executions/batch",
                "{\"items\":[" + WORK + ",{\"type\":\"http\",\"retry\":{\"delay\":\"soon\"}}]}");
        assertThat(answer.status()).isEqualTo(422);
        assertThat(answer.text("field")).isEqualTo("items[1].retry.delay");
        assertThat(answer.text("value")).isEqualTo("\"soon\"");
        assertThat(sent()).isEmpty();
    }

    @Test
    void aBatchOfAnUnknownQueueIsRefusedAsAWhole() {
        RawAnswer answer =
                post("/v1/executions/batch", "{\"items\":[" + WORK + ",{\"type\":\"http\",\"queue\":\"nowhere\"}]}");
        assertThat(answer.text("code")).isEqualTo("UNKNOWN_QUEUE");
        assertThat(answer.text("field")).isEqualTo("items[1].queue");
        assertThat(sent()).isEmpty();
    }

    @Test
    void aBatchIsSentInOrderAndOncePerKey() {
        String body = "{\"items\":[" + WORK + "," + WORK + "]}";
        RawAnswer first = post("/v1/executions/batch", body, "Idempotency-Key: b1");
        assertThat(first.json().path("keys").size()).isEqualTo(2);
        assertThat(post("/v1/executions/batch", body, "Idempotency-Key: b1")
                        .json()
                        .path("keys"))
                .isEqualTo(first.json().path("keys"));
        assertThat(sent()).hasSize(2);
        assertThat(sent().get(0).key()).isNotEqualTo(sent().get(1).key());
    }

    @Test
    void contradictionsAreNamed() {
        assertThat(post("/v1/executions", "{\"type\":\"http\",\"delay\":\"5s\",\"notBefore\":\"2026-11-18T07:00:00Z\"}")
                        .text("field"))
                .isEqualTo("delay");
        assertThat(post(
                                "/v1/executions",
                                "{\"type\":\"http\",\"execTime\":\"2026-11-18T00:00:00Z\"}",
                                "Idempotency-Key: x")
                        .text("field"))
                .isEqualTo("execTime");
        assertThat(post("/v1/executions", "{\"type\":\"http\",\"dealy\":\"5s\"}")
                        .text("code"))
                .isEqualTo("UNKNOWN_FIELD");
        assertThat(sent()).isEmpty();
    }

    @Test
    void withoutKafkaNothingIsAcceptedAndTheReasonIsNamed() {
        console.kafkaGone = "Kafka does not answer";
        RawAnswer answer = post("/v1/executions", WORK, "Idempotency-Key: later");
        assertThat(answer.status()).isEqualTo(503);
        assertThat(answer.text("code")).isEqualTo("KAFKA_UNREACHABLE");
        console.kafkaGone = "";
        assertThat(post("/v1/executions", WORK, "Idempotency-Key: later").status())
                .isEqualTo(202);
        assertThat(sent()).hasSize(1);
    }

    @Test
    void whatHasEndedCanNotBeCancelledButDoneAgain() {
        String done = "/v1/executions/" + MemoryRuns.DONE;
        assertThat(post(done + "/cancel", "").text("code")).isEqualTo("ALREADY_ENDED");
        RawAnswer again = post(done + "/retry", "");
        assertThat(again.status()).isEqualTo(202);
        assertThat(sent().get(0).metadata()).containsEntry("replay-of", MemoryRuns.DONE.toString());
        assertThat(String.valueOf(sent().get(0).key())).isEqualTo(again.text("key"));
    }

    @Test
    void anUnknownExecutionIsNotFound() {
        assertThat(console.get("/v1/executions/nobody:2026-11-18T06:00:00Z").text("code"))
                .isEqualTo("NO_SUCH_RUN");
        assertThat(console.get("/v1/executions/nonsense").status()).isEqualTo(422);
    }

    @Test
    void aDeadLetterIsReplayedOnce() {
        RawAnswer first = post("/v1/dead-letters/dead-letters-0@0/replay", "{\"reason\":\"mended\"}");
        assertThat(first.status()).isEqualTo(202);
        assertThat(String.valueOf(sent().get(0).key())).isEqualTo(first.text("key"));
        RawAnswer second = post("/v1/dead-letters/dead-letters-0@0/replay", "");
        assertThat(second.status()).isEqualTo(409);
        assertThat(second.text("code")).isEqualTo("LETTER_REFUSED");
        assertThat(sent()).hasSize(1);
    }

    @Test
    void aBadPositionAndAMissingDeadLetterHaveDifferentCodes() {
        assertThat(post("/v1/dead-letters/3@17/replay", "").text("code")).isEqualTo("BAD_PARAMETER");
        assertThat(post("/v1/dead-letters/dead-letters-0@99/drop", "").text("code"))
                .isEqualTo("NO_SUCH_LETTER");
    }
}
