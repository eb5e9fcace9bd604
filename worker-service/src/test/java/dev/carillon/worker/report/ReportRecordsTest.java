package dev.carillon.worker.report;

import static dev.carillon.worker.TestTasks.NAMES;
import static dev.carillon.worker.TestTasks.NOW;
import static dev.carillon.worker.TestTasks.key;
import static dev.carillon.worker.TestTasks.task;
import static org.assertj.core.api.Assertions.assertThat;

import dev.carillon.schemas.codec.Kind;
import dev.carillon.schemas.error.ErrorCode;
import dev.carillon.schemas.json.RawJson;
import dev.carillon.schemas.key.ExecutionKey;
import dev.carillon.schemas.record.AttemptTimes;
import dev.carillon.schemas.record.DeadLetter;
import dev.carillon.schemas.record.Outcome;
import dev.carillon.schemas.record.Result;
import dev.carillon.schemas.record.ResultStatus;
import dev.carillon.schemas.record.Task;
import dev.carillon.schemas.record.TaskPosition;
import dev.carillon.schemas.work.Limits;
import dev.carillon.schemas.work.Retry;
import dev.carillon.schemas.work.WorkerRef;
import dev.carillon.worker.handler.TaskFailure;
import dev.carillon.worker.report.ReportRecords.Subject;
import dev.carillon.worker.wire.InputPartition;
import dev.carillon.worker.wire.OutgoingRecord;
import dev.carillon.worker.wire.PolledRecord;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

final class ReportRecordsTest {
    private final ReportRecords reports = new ReportRecords(NAMES, 4, new WorkerRef("w", "i"));
    private final Subject subject = new Subject(key("a"), task("a"), new TaskPosition("tasks", 0, 7));
    private final AttemptTimes times = new AttemptTimes(NOW, NOW, NOW);

    private Result result(AttemptEnding ending) {
        OutgoingRecord record = reports.result(subject, ending, times, false);
        assertThat(record.partition()).isEqualTo(key("a").home(4));
        return Kind.RESULT.decode(Objects.requireNonNull(record.value()));
    }

    @Test
    void successCarriesItsDataAndNoTask() {
        Result result = result(AttemptEnding.succeeded(RawJson.parse("{\"rows\":3}")));
        assertThat(result.status()).isEqualTo(ResultStatus.SUCCEEDED);
        assertThat(result.data()).hasToString("{\"rows\":3}");
        assertThat(result.task()).isNull();
        assertThat(result.worker()).isEqualTo(new WorkerRef("w", "i"));
        assertThat(result.position()).isEqualTo(subject.position());
    }

    @Test
    void failureCarriesTheTaskSoThatARetryNeedsNothingElse() {
        Result result = result(AttemptEnding.failed("NOPE", "no", null, true));
        assertThat(result.code()).isEqualTo("NOPE");
        assertThat(result.task()).isEqualTo(task("a"));
    }

    @Test
    void failureThatNoRetryCanMendTellsTheRetryRule() {
        Result result = result(AttemptEnding.failed("NEVER", "no", null, false));
        assertThat(Objects.requireNonNull(result.task()).work().retry().giveUpOn())
                .containsExactly("NEVER");
    }

    @Test
    void successWithTooMuchDataIsAFailureThatSaysSo() {
        Result result = result(AttemptEnding.succeeded(RawJson.parse('"' + "x".repeat(70_000) + '"')));
        assertThat(result.status()).isEqualTo(ResultStatus.FAILED);
        assertThat(result.code()).isEqualTo(ErrorCode.RECORD_TOO_LARGE.name());
        assertThat(result.message()).contains("65536");
    }

    @Test
    void dataOfTheLargestSizeIsCarriedAndOneByteMoreFailsTheAttempt() {
        for (String character : List.of("x", "é", "漢", "😀")) {
            int each = character.getBytes(StandardCharsets.UTF_8).length;
            int room = Limits.RESULT_DATA_BYTES - 2;
            String most = "x".repeat(room % each) + character.repeat(room / each);
            RawJson largest = RawJson.parse('"' + most + '"');
            assertThat(settled(largest)).hasSize(2);
            assertThat(result(AttemptEnding.succeeded(largest)).data()).isEqualTo(largest);

            RawJson larger = RawJson.parse('"' + most + "x\"");
            assertThat(settled(larger)).hasSize(1);
            Result result = result(AttemptEnding.succeeded(larger));
            assertThat(result.status()).isEqualTo(ResultStatus.FAILED);
            assertThat(result.code()).isEqualTo(ErrorCode.RECORD_TOO_LARGE.name());
            assertThat(result.message()).startsWith("data: 65537 bytes are over the limit of 65536; ");
            assertThat(result.data()).isNull();
        }
    }

    @Test
    void deadLettersAreSmallEnoughToBeSent() {
        byte[] huge = new byte[5_000_000];
        PolledRecord arrival = new PolledRecord(
                new InputPartition("tasks", 1),
                7,
                NOW,
                key("a").bytes(),
                huge,
                List.of(new PolledRecord.Header("h", huge)));
        for (OutgoingRecord deadLetter : List.of(
                reports.deadLetter(arrival, ErrorCode.RECORD_TOO_LARGE, "too large"),
                reports.movedHome(arrival, key("a"), 0),
                reports.deadLetters()
                        .unsendable(
                                new TaskPosition("tasks", 1, 7),
                                List.of(new OutgoingRecord("results", 0, key("a").bytes(), huge, List.of()))))) {
            assertThat(deadLetter.topic()).isEqualTo(NAMES.deadLetters());
            assertThat(deadLetter.key()).isEqualTo(key("a").bytes());
            assertThat(deadLetter.size()).isLessThan(DeadLetter.MAX_BYTES);
            assertThat(deadLetter.headers())
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
            OutgoingRecord record = reports.result(
                    new Subject(key("a"), full, subject.position()),
                    AttemptEnding.failed(code, "no", null, false),
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
            Result result = result(AttemptEnding.succeeded(RawJson.written(data.getBytes(StandardCharsets.UTF_8))));
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
            Result result = result(AttemptEnding.failed(failure.code(), "no", null, false));
            assertThat(result.code()).isEqualTo(failure.code());
            assertThat(Objects.requireNonNull(result.task()).work().retry().giveUpOn())
                    .containsExactly(failure.code());
        }
    }

    @Test
    void longMessagesAreCutToTheLimitsOfTheContract() {
        Result result = result(AttemptEnding.failed("C", "m".repeat(5_000), "e".repeat(50_000), true));
        assertThat(result.message()).hasSize(2_000);
        assertThat(result.error()).hasSize(16_000);
    }

    private List<OutgoingRecord> settled(@Nullable RawJson data) {
        return reports.settled(subject, AttemptEnding.succeeded(data), times);
    }

    @Test
    void settledRecordsAreWhatTheCodecsMakeOfThem() {
        List<RawJson> all = new ArrayList<>();
        for (String data : List.of(
                "null", "0", "true", "\"\"", "{}", "[1,{\"a\":[]}]", " { \"spaced\" : 1 } ", "\"ä\\u0007 \\\" 𝄞\"")) {
            all.add(RawJson.parse(data));
        }
        all.add(RawJson.parse('"' + "x".repeat(Limits.RESULT_DATA_BYTES - 2) + '"'));
        all.add(RawJson.parse('"' + "ü".repeat(Limits.RESULT_DATA_BYTES / 2 - 1) + '"'));
        for (RawJson data : all) {
            checkSettled(data);
        }
        checkSettled(null);
    }

    private void checkSettled(@Nullable RawJson data) {
        List<OutgoingRecord> records = settled(data);
        assertThat(records).as("%s", data).hasSize(2).allSatisfy(record -> {
            assertThat(record.key()).isEqualTo(key("a").bytes());
            assertThat(record.partition()).isEqualTo(key("a").home(4));
        });
        OutgoingRecord result = records.get(0);
        assertThat(result.topic()).isEqualTo(NAMES.results());
        assertThat(result.headers())
                .extracting(header -> header.name() + "=" + text(header.value()))
                .containsExactly("kind=result", "attempt=1", "settled=true");
        OutgoingRecord unsettled = reports.result(subject, AttemptEnding.succeeded(data), times, false);
        assertThat(result.value()).as("but for its header it is any success").isEqualTo(unsettled.value());
        Result read = Kind.RESULT.decode(Objects.requireNonNull(result.value()));
        assertThat(read.status()).isEqualTo(ResultStatus.SUCCEEDED);
        assertThat(read.times()).isEqualTo(times);

        OutgoingRecord decided = records.get(1);
        assertThat(decided.topic()).isEqualTo(NAMES.outcomes());
        assertThat(decided.headers()).isEmpty();
        Outcome outcome = Outcome.succeeded(read, NOW);
        assertThat(decided.value()).isEqualTo(Kind.OUTCOME.encode(outcome));
        assertThat(Kind.OUTCOME.decode(Objects.requireNonNull(decided.value()))).isEqualTo(outcome);
    }

    @Test
    void longestKeyFitsIntoItsOutcome() {
        String longest = "k".repeat(200);
        Subject far = new Subject(
                ExecutionKey.of(longest, NOW.plusNanos(123_456_789)),
                task("a"),
                new TaskPosition("t".repeat(200), 11, Long.MAX_VALUE));
        RawJson data = RawJson.parse('"' + "x".repeat(Limits.RESULT_DATA_BYTES - 2) + '"');
        ReportRecords named = new ReportRecords(NAMES, 4, new WorkerRef("w".repeat(Limits.NAME), "i".repeat(36)));
        List<OutgoingRecord> records = named.settled(far, AttemptEnding.succeeded(data), times);
        assertThat(records).hasSize(2);
        Outcome outcome =
                Kind.OUTCOME.decode(Objects.requireNonNull(records.get(1).value()));
        assertThat(outcome.key()).isEqualTo(far.key());
        assertThat(outcome.last())
                .isEqualTo(
                        Kind.RESULT.decode(Objects.requireNonNull(records.get(0).value())));
    }

    @Test
    void successThatNoResultCanCarryIsNotSettled() {
        for (String data : List.of(
                '"' + "x".repeat(70_000) + '"', "{broken", "1,\"status\":\"LOST\"", "[".repeat(95) + "]".repeat(95))) {
            RawJson unread = RawJson.written(data.getBytes(StandardCharsets.UTF_8));
            OutgoingRecord plain = reports.result(subject, AttemptEnding.succeeded(unread), times, false);
            assertThat(settled(unread)).singleElement().satisfies(record -> {
                assertThat(record.topic()).isEqualTo(NAMES.results());
                assertThat(record.headers())
                        .extracting(header -> header.name() + "=" + text(header.value()))
                        .containsExactly("kind=result", "attempt=1");
                assertThat(record.value()).isEqualTo(plain.value());
                assertThat(Kind.RESULT
                                .decode(Objects.requireNonNull(record.value()))
                                .status())
                        .isEqualTo(ResultStatus.FAILED);
            });
        }
    }
}
