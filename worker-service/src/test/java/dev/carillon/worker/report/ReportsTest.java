package dev.carillon.worker.report;

import static dev.carillon.worker.TestTasks.NAMES;
import static dev.carillon.worker.TestTasks.NOW;
import static dev.carillon.worker.TestTasks.key;
import static dev.carillon.worker.TestTasks.task;
import static org.assertj.core.api.Assertions.assertThat;

import dev.carillon.schemas.codec.Kind;
import dev.carillon.schemas.error.ErrorCode;
import dev.carillon.schemas.json.RawJson;
import dev.carillon.schemas.record.DeadLetter;
import dev.carillon.schemas.record.Limits;
import dev.carillon.schemas.record.Result;
import dev.carillon.schemas.record.ResultStatus;
import dev.carillon.schemas.record.Retry;
import dev.carillon.schemas.record.Task;
import dev.carillon.schemas.record.TaskPosition;
import dev.carillon.schemas.record.Times;
import dev.carillon.schemas.record.WorkerRef;
import dev.carillon.worker.handler.TaskFailure;
import dev.carillon.worker.report.Reports.Subject;
import dev.carillon.worker.wire.Arrival;
import dev.carillon.worker.wire.InputPartition;
import dev.carillon.worker.wire.Outgoing;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

final class ReportsTest {
    private final Reports reports = new Reports(NAMES, 4, new WorkerRef("w", "i"));
    private final Subject subject = new Subject(key("a"), task("a"), new TaskPosition("tasks", 0, 7));
    private final Times times = new Times(NOW, NOW, NOW);

    private Result result(Ending ending) {
        Outgoing record = reports.result(subject, ending, times, false);
        assertThat(record.partition()).isEqualTo(key("a").home(4));
        return Kind.RESULT.decode(Objects.requireNonNull(record.value()));
    }

    @Test
    void successCarriesItsDataAndNoTask() {
        Result result = result(Ending.succeeded(RawJson.parse("{\"rows\":3}")));
        assertThat(result.status()).isEqualTo(ResultStatus.SUCCEEDED);
        assertThat(result.data()).hasToString("{\"rows\":3}");
        assertThat(result.task()).isNull();
        assertThat(result.worker()).isEqualTo(new WorkerRef("w", "i"));
        assertThat(result.position()).isEqualTo(subject.position());
    }

    @Test
    void failureCarriesTheTaskSoThatARetryNeedsNothingElse() {
        Result result = result(Ending.failed("NOPE", "no", null, true));
        assertThat(result.code()).isEqualTo("NOPE");
        assertThat(result.task()).isEqualTo(task("a"));
    }

    @Test
    void failureThatNoRetryCanMendTellsTheRetryRule() {
        Result result = result(Ending.failed("NEVER", "no", null, false));
        assertThat(Objects.requireNonNull(result.task()).work().retry().giveUpOn())
                .containsExactly("NEVER");
    }

    @Test
    void successWithTooMuchDataIsAFailureThatSaysSo() {
        Result result = result(Ending.succeeded(RawJson.parse('"' + "x".repeat(70_000) + '"')));
        assertThat(result.status()).isEqualTo(ResultStatus.FAILED);
        assertThat(result.code()).isEqualTo(ErrorCode.RECORD_TOO_LARGE.name());
        assertThat(result.message()).contains("65536");
    }

    @Test
    void deadLettersAreSmallEnoughToBeSent() {
        byte[] huge = new byte[5_000_000];
        Arrival arrival = new Arrival(
                new InputPartition("tasks", 1), 7, NOW, key("a").bytes(), huge, List.of(new Arrival.Header("h", huge)));
        for (Outgoing letter : List.of(
                reports.deadLetter(arrival, ErrorCode.RECORD_TOO_LARGE, "too large"),
                reports.movedHome(arrival, key("a"), 0),
                reports.deadLetters()
                        .unsendable(
                                new TaskPosition("tasks", 1, 7),
                                List.of(new Outgoing("results", 0, key("a").bytes(), huge, List.of()))))) {
            assertThat(letter.topic()).isEqualTo(NAMES.deadLetters());
            assertThat(letter.key()).isEqualTo(key("a").bytes());
            assertThat(letter.size()).isLessThan(DeadLetter.MAX_BYTES);
            assertThat(letter.headers())
                    .extracting(header -> header.name() + "=" + text(header.value()))
                    .contains("cause=RECORD_TOO_LARGE", "origin-topic=tasks", "origin-partition=1", "origin-offset=7");
        }
    }

    private static String text(byte @Nullable [] value) {
        return value == null ? "" : new String(value, StandardCharsets.UTF_8);
    }

    @Test
    void retryRuleThatIsFullStillTells() {
        List<String> codes = new ArrayList<>();
        for (int i = 0; i < Limits.RETRY_CODES; i++) {
            codes.add("C" + i);
        }
        Retry rule = Retry.DEFAULT;
        Task full = task("a")
                .withWork(task("a")
                        .work()
                        .withRetry(new Retry(
                                3,
                                rule.delay(),
                                rule.backoffRate(),
                                rule.maxDelay(),
                                rule.jitter(),
                                List.of(),
                                codes)));
        for (String code : List.of("NEW", "C7")) {
            Outgoing record = reports.result(
                    new Subject(key("a"), full, subject.position()),
                    Ending.failed(code, "no", null, false),
                    times,
                    true);
            Result read = Kind.RESULT.decode(Objects.requireNonNull(record.value()));
            assertThat(Objects.requireNonNull(read.task()).work().retry().giveUpOn())
                    .hasSize(Limits.RETRY_CODES)
                    .contains(code);
        }
    }

    @Test
    void successWithDataThatIsNoJsonIsAFailureThatSaysSo() {
        for (String data : List.of("{broken", "1,\"status\":\"LOST\"", "[".repeat(95) + "]".repeat(95))) {
            Result result = result(Ending.succeeded(RawJson.written(data.getBytes(StandardCharsets.UTF_8))));
            assertThat(result.status()).isEqualTo(ResultStatus.FAILED);
            assertThat(result.message()).startsWith("data");
            assertThat(Objects.requireNonNull(result.task()).work().retry().giveUpOn())
                    .containsExactly(String.valueOf(result.code()));
        }
    }

    @Test
    void codesOfHandlersAreWordsThatRetryRulesTake() {
        for (String code : List.of("MY CODE ", "", " ", "a\nb", "half \ud800", "x".repeat(200))) {
            TaskFailure failure = new TaskFailure(code, "no", false);
            Result result = result(Ending.failed(failure.code(), "no", null, false));
            assertThat(result.code()).isEqualTo(failure.code());
            assertThat(Objects.requireNonNull(result.task()).work().retry().giveUpOn())
                    .containsExactly(failure.code());
        }
    }

    @Test
    void longMessagesAreCutToTheLimitsOfTheContract() {
        Result result = result(Ending.failed("C", "m".repeat(5_000), "e".repeat(50_000), true));
        assertThat(result.message()).hasSize(2_000);
        assertThat(result.error()).hasSize(16_000);
    }
}
