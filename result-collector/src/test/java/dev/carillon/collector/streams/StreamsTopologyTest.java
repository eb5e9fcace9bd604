package dev.carillon.collector.streams;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import dev.carillon.schemas.error.ErrorCode;
import dev.carillon.schemas.header.Headers;
import dev.carillon.schemas.record.AttemptTimes;
import dev.carillon.schemas.record.Event;
import dev.carillon.schemas.record.EventType;
import dev.carillon.schemas.record.Outcome;
import dev.carillon.schemas.record.OutcomeStatus;
import dev.carillon.schemas.record.ResultStatus;
import dev.carillon.schemas.record.Task;
import dev.carillon.schemas.work.Origin;
import dev.carillon.schemas.work.WorkerRef;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.apache.kafka.streams.test.TestRecord;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class StreamsTopologyTest {
    private static final Task TASK = Bench.task("report");

    private Bench bench;

    @BeforeEach
    void start(@TempDir Path dir) {
        bench = new Bench(dir);
    }

    @AfterEach
    void stop() {
        bench.close();
    }

    @Test
    void aSuccessIsAnOutcome() {
        bench.result(Bench.result(TASK, ResultStatus.SUCCEEDED));
        assertThat(bench.outcomes())
                .extracting(Outcome::status, Outcome::attempts, outcome -> outcome.key()
                        .toString())
                .containsExactly(tuple(OutcomeStatus.SUCCEEDED, 1, "report:2026-11-18T06:00:00Z"));
    }

    @Test
    void aFailureRestsAndIsReleasedOnceItsBackoffIsOver() {
        bench.result(Bench.result(TASK, ResultStatus.FAILED));
        bench.advance(Duration.ofMillis(9_999));
        assertThat(bench.released()).isEmpty();
        bench.advance(Duration.ofMillis(1));
        bench.advance(Duration.ofMillis(50));
        assertThat(bench.released()).singleElement().satisfies(task -> {
            assertThat(task.attempt()).isEqualTo(2);
            assertThat(task.origin()).isEqualTo(Origin.RETRY);
            assertThat(task.notBefore()).isEqualTo(Bench.START.plusSeconds(10));
        });
        assertThat(bench.outcomes()).isEmpty();
    }

    @Test
    void anExhaustedExecutionEndsFailedAndItsTaskIsADeadLetter() {
        Task task = TASK;
        for (int attempt = 1; attempt <= 3; attempt++) {
            bench.result(Bench.result(task, ResultStatus.FAILED));
            bench.advance(Duration.ofMinutes(1));
            task = attempt < 3 ? bench.released().get(0) : task;
        }
        assertThat(bench.outcomes()).singleElement().satisfies(outcome -> {
            assertThat(outcome.status()).isEqualTo(OutcomeStatus.FAILED);
            assertThat(outcome.attempts()).isEqualTo(3);
        });
        assertThat(bench.causes()).containsExactly(ErrorCode.EXHAUSTED.name());
        assertThat(bench.open).isZero();
        assertThat(bench.timers).isZero();
    }

    @Test
    void aDelayedTaskIsReleasedWhenItIsDueWithItsHeaders() {
        bench.delayed(TASK.withTimes(Bench.START.plusSeconds(30), null));
        bench.advance(Duration.ofSeconds(29));
        assertThat(bench.released()).isEmpty();
        bench.advance(Duration.ofSeconds(1));
        bench.advance(Duration.ofMillis(50));
        List<TestRecord<byte[], byte[]>> released = bench.records(Bench.NAMES.released("default"));
        assertThat(released).singleElement().satisfies(record -> {
            assertThat(new String(record.key(), StandardCharsets.UTF_8)).isEqualTo(String.valueOf(TASK.key()));
            assertThat(header(record, Headers.ATTEMPT)).isEqualTo("1");
            assertThat(header(record, Headers.ORIGIN)).isEqualTo("tick");
            assertThat(header(record, Headers.PRIORITY)).isEqualTo("normal");
            assertThat(header(record, Headers.NOT_BEFORE)).isEqualTo("2026-11-18T06:00:30Z");
        });
    }

    @Test
    void aHandMadeDelayedTaskGetsItsFullKey() {
        byte[] value = "{\"taskId\":\"hand\",\"type\":\"demo\",\"payload\":1}".getBytes(StandardCharsets.UTF_8);
        bench.pipe(Bench.NAMES.delayed(), "hand", value, null);
        assertThat(bench.released())
                .singleElement()
                .extracting(task -> String.valueOf(task.key()))
                .isEqualTo("hand:2026-11-18T06:00:00Z~delayed-0-0");
    }

    @Test
    void timersAndEntriesSurviveARestart() {
        bench.result(Bench.result(TASK, ResultStatus.FAILED));
        bench.delayed(Bench.task("other").withTimes(Bench.START.plusSeconds(20), null));
        bench.advance(Duration.ofSeconds(5));
        bench.restart();
        assertThat(bench.released()).isEmpty();
        bench.advance(Duration.ofSeconds(5));
        bench.advance(Duration.ofMillis(50));
        assertThat(bench.released()).extracting(Task::taskId).containsExactly("report");
        bench.advance(Duration.ofSeconds(10));
        bench.advance(Duration.ofMillis(50));
        assertThat(bench.released()).extracting(Task::taskId).containsExactly("other");
        bench.result(Bench.result(TASK.nextAttempt(Bench.START), ResultStatus.SUCCEEDED));
        assertThat(bench.outcomes())
                .singleElement()
                .extracting(Outcome::attempts)
                .isEqualTo(2);
    }

    @Test
    void timersThatFellDueWhileNobodyRanFireAtTheStart() {
        bench.result(Bench.result(TASK, ResultStatus.FAILED));
        bench.now = bench.now.plusSeconds(3_600);
        bench.restart();
        bench.advance(Duration.ofMillis(50));
        assertThat(bench.released()).singleElement().extracting(Task::attempt).isEqualTo(2);
    }

    @Test
    void aCancelEndsWhatWaits() {
        Task far = TASK.withTimes(Bench.START.plusSeconds(600), null);
        bench.delayed(far);
        bench.cancel(far);
        bench.advance(Duration.ofSeconds(1));
        assertThat(bench.outcomes()).singleElement().satisfies(outcome -> {
            assertThat(outcome.status()).isEqualTo(OutcomeStatus.CANCELLED);
            assertThat(outcome.message()).isEqualTo("cancelled: enough");
        });
        bench.advance(Duration.ofMinutes(10));
        assertThat(bench.released()).isEmpty();
    }

    @Test
    void aCancelThatCameFirstMeetsWhatOpensLater() {
        bench.cancel(TASK);
        bench.result(Bench.result(TASK, ResultStatus.FAILED));
        assertThat(bench.outcomes()).singleElement().extracting(Outcome::status).isEqualTo(OutcomeStatus.CANCELLED);
        bench.cancel(Bench.task("done"));
        bench.result(Bench.result(Bench.task("done"), ResultStatus.SUCCEEDED));
        assertThat(bench.outcomes()).singleElement().extracting(Outcome::status).isEqualTo(OutcomeStatus.SUCCEEDED);
    }

    @Test
    void commandsThatNobodyCanReadAreCountedAndPassedBy() {
        bench.pipe(Bench.NAMES.control(), "x", new byte[] {1}, null);
        bench.pipe(Bench.NAMES.control(), "x", null, null);
        bench.pipe(Bench.NAMES.control(), null, new byte[2 << 20], null);
        assertThat(bench.poison).hasSize(2);
        bench.cancel(TASK);
        bench.result(Bench.result(TASK, ResultStatus.FAILED));
        assertThat(bench.outcomes()).singleElement().extracting(Outcome::status).isEqualTo(OutcomeStatus.CANCELLED);
    }

    @Test
    void poisonMovesAsideWithItsBytesCauseAndOriginAndTheRestGoesOn() {
        byte[] poison = {0, 1, 2};
        bench.pipe(Bench.NAMES.results(), "k", poison, Headers.KIND_RESULT);
        bench.pipe(Bench.NAMES.delayed(), null, new byte[2 << 20], null);
        bench.pipe(Bench.NAMES.results(), "k", null, null);
        bench.result(Bench.result(TASK, ResultStatus.SUCCEEDED));
        List<TestRecord<byte[], byte[]>> dead = bench.records(Bench.NAMES.deadLetters());
        assertThat(dead).hasSize(3).first().satisfies(record -> {
            assertThat(record.value()).isEqualTo(poison);
            assertThat(new String(record.key(), StandardCharsets.UTF_8)).isEqualTo("k");
            assertThat(header(record, Headers.CAUSE)).isEqualTo(ErrorCode.BAD_JSON.name());
            assertThat(header(record, Headers.ORIGIN_TOPIC)).isEqualTo("carillon.results");
            assertThat(header(record, Headers.ORIGIN_PARTITION)).isEqualTo("0");
            assertThat(header(record, Headers.ORIGIN_OFFSET)).isEqualTo("0");
            assertThat(header(record, Headers.ORIGIN_TIMESTAMP)).isEqualTo(Long.toString(Bench.START.toEpochMilli()));
            assertThat(header(record, Headers.KIND)).isEqualTo(Headers.KIND_RESULT);
        });
        assertThat(bench.poison).containsExactly(ErrorCode.BAD_JSON, ErrorCode.RECORD_TOO_LARGE, ErrorCode.BAD_JSON);
        assertThat(bench.outcomes()).hasSize(1);
    }

    @Test
    void whatWasTakenCompressedAndNoLongerFitsIsPutAsideWithoutItsBytes() {
        byte[] large = new byte[5_242_880];
        bench.pipe(Bench.NAMES.results(), "k", large, Headers.KIND_RESULT);
        bench.pipe(Bench.NAMES.delayed(), "k".repeat(3_000_000), new byte[] {1}, null);
        bench.result(Bench.result(TASK, ResultStatus.SUCCEEDED));
        List<TestRecord<byte[], byte[]>> dead = bench.records(Bench.NAMES.deadLetters());
        assertThat(dead).hasSize(2).first().satisfies(record -> {
            assertThat(record.value()).isNull();
            assertThat(new String(record.key(), StandardCharsets.UTF_8)).isEqualTo("k");
            assertThat(header(record, Headers.CAUSE)).isEqualTo(ErrorCode.RECORD_TOO_LARGE.name());
            assertThat(header(record, Headers.VALUE_OMITTED)).isEqualTo("5242880 bytes");
            assertThat(header(record, Headers.ORIGIN_OFFSET)).isEqualTo("0");
        });
        assertThat(dead).last().satisfies(record -> {
            assertThat(record.key()).isNull();
            assertThat(record.value()).containsExactly(1);
            assertThat(header(record, Headers.KEY_OMITTED)).isEqualTo("3000000 bytes");
        });
        assertThat(bench.outcomes()).hasSize(1);
    }

    @Test
    void aRepeatWithinTheHourIsDroppedAndSaidOnce() {
        bench.result(Bench.result(TASK, ResultStatus.SUCCEEDED));
        bench.advance(Duration.ofMinutes(59));
        bench.result(Bench.result(TASK, ResultStatus.SUCCEEDED));
        assertThat(bench.outcomes()).hasSize(1);
        assertThat(bench.events()).singleElement().extracting(Event::type).isEqualTo(EventType.DUPLICATE);
        bench.advance(Duration.ofMinutes(2));
        bench.result(Bench.result(TASK, ResultStatus.SUCCEEDED));
        assertThat(bench.outcomes()).hasSize(1);
    }

    @Test
    void whatIsForgottenLeavesTheStore() {
        bench.result(Bench.result(TASK, ResultStatus.SUCCEEDED));
        bench.advance(Duration.ofHours(3));
        bench.advance(Duration.ofMinutes(2));
        assertThat(bench.rows()).isZero();
    }

    @Test
    void aClaimedWorkerThatFallsSilentLosesItsAttempt() {
        bench.claim(Bench.result(TASK, ResultStatus.STARTED).withRun(new WorkerRef("w", "i"), AttemptTimes.NONE, null));
        for (int second = 0; second < 40; second++) {
            bench.advance(Duration.ofSeconds(1));
        }
        assertThat(bench.released()).singleElement().extracting(Task::attempt).isEqualTo(2);
    }

    private static String header(TestRecord<byte[], byte[]> record, String name) {
        return new String(record.headers().lastHeader(name).value(), StandardCharsets.UTF_8);
    }
}
