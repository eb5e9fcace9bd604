package dev.carillon.console.history.fold;

import static org.assertj.core.api.Assertions.assertThat;

import dev.carillon.schemas.json.RawJson;
import dev.carillon.schemas.key.ExecutionKey;
import dev.carillon.schemas.record.OutcomeStatus;
import dev.carillon.schemas.record.Result;
import dev.carillon.schemas.record.ResultStatus;
import dev.carillon.schemas.work.Origin;
import dev.carillon.schemas.work.Work;
import dev.carillon.schemas.work.WorkBuilder;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import java.util.TreeMap;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Texts of any length and alphabet, groups of errors, and classes of durations. */
final class FoldedTextsTest {
    private static final String SMILE = "\uD83D\uDE00";

    private final Written written = new Written();

    private RunFacts fold() {
        RecordReader reader = new RecordReader(Written.NAMES);
        FoldedBatch batch = new FoldedBatch();
        written.records().forEach(record -> batch.add(reader.read(record), record.appended()));
        RunFacts facts = new RunFacts(batch.runs().keySet().iterator().next());
        batch.runs().values().forEach(updates -> FoldedBatch.apply(facts, updates));
        return facts;
    }

    private EndFact failed(@Nullable String message, @Nullable String error) {
        ExecutionKey key = written.key("report");
        written.reported(written.result(key, 1, ResultStatus.FAILED).withReason("BOOM", message, error));
        return Objects.requireNonNull(Objects.requireNonNull(fold().last()).end());
    }

    @ParameterizedTest
    @CsvSource({"499, 499", "500, 500", "501, 500", "2000, 500"})
    void aMessageIsKeptUpToItsLimit(int length, int kept) {
        String message = failed("x".repeat(length), null).message();
        assertThat(message).hasSize(kept).startsWith("xxx");
        assertThat(message != null && message.endsWith("…")).isEqualTo(length > kept);
    }

    @ParameterizedTest
    @ValueSource(ints = {496, 497, 498, 499, 500})
    void noCharacterIsCutInTwo(int before) {
        String message =
                failed("x".repeat(before) + SMILE + "y".repeat(20), null).message();
        assertThat(message).isNotNull().hasSizeLessThanOrEqualTo(500);
        byte[] bytes = String.valueOf(message).getBytes(StandardCharsets.UTF_8);
        assertThat(new String(bytes, StandardCharsets.UTF_8)).isEqualTo(message);
    }

    @Test
    void ofAStackTraceTheBeginningIsKept() {
        String error = "cause\n" + "\tat a.b.C(C.java:1)\n".repeat(700);
        assertThat(failed("broke", error).error()).hasSize(4_000).startsWith("cause\n\tat a.b.C");
    }

    @ParameterizedTest
    @CsvSource({"16370, true", "16500, false"})
    void anAnswerIsKeptUpToItsLimit(int length, boolean kept) {
        ExecutionKey key = written.key("report");
        RawJson data = RawJson.written(("\"" + "x".repeat(length) + "\"").getBytes(StandardCharsets.UTF_8));
        written.reported(written.result(key, 1, ResultStatus.SUCCEEDED).withData(data));
        EndFact end =
                Objects.requireNonNull(Objects.requireNonNull(fold().last()).end());
        assertThat(end.data() != null).isEqualTo(kept);
    }

    @Test
    void aTaskThatIsTooLargeIsKeptWithoutItsBytes() {
        RawJson payload = RawJson.written(("\"" + "x".repeat(20_000) + "\"").getBytes(StandardCharsets.UTF_8));
        ExecutionKey key = written.key("report");
        written.queued(dev.carillon.schemas.record.Task.first(key, Origin.MANUAL, Work.of("http", payload)));
        TaskFact task = Objects.requireNonNull(fold().task());
        assertThat(task.body()).isNull();
        assertThat(task.type()).isEqualTo("http");
        assertThat(task.origin()).isEqualTo(Origin.MANUAL);
    }

    private static long kind(String message) {
        return ErrorKind.of("E", message).id();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "no row 17 in \"orders\"           | no row 99999 in \"bills\"",
                "host db-3.example:5432 is away    | host db-17.example:5433 is away",
                "can't read 'a.txt'                | can't read 'b/c/d.txt'",
                "took 1.5s                         | took 17s",
                "id 550e8400-e29b-41d4 is unknown  | id 6fa459ea-ee8a-3ca4 is unknown",
                "/tmp/x1/y is missing              | /var/z22 is missing",
                "☃ 5 of 6                          | ☃ 61 of 700"
            })
    void errorsOfOneKindDifferInNumbersAndNames(String one, String other) {
        assertThat(kind(one)).isEqualTo(kind(other));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "no row 17 in orders       | no row 17 in bills",
                "connection refused        | connection reset",
                "☃ is cold                 | ☀ is cold",
                "a                         | A"
            })
    void errorsOfTwoKindsDifferInOtherWords(String one, String other) {
        assertThat(kind(one)).isNotEqualTo(kind(other));
    }

    @Test
    void codeAndMessageAreNotMixedUp() {
        assertThat(ErrorKind.of("AB", "c").id())
                .isNotEqualTo(ErrorKind.of("A", "bc").id());
        assertThat(ErrorKind.of(null, "x").id())
                .isNotEqualTo(ErrorKind.of("x", null).id());
        assertThat(ErrorKind.of(null, null).id())
                .isEqualTo(ErrorKind.of("", "").id())
                .isNotZero();
    }

    @Test
    void longMessagesThatDifferInNumbersAreOneKindToo() {
        String middle = " of the nightly import could not be stored because the table is locked".repeat(3);
        assertThat(kind("row 7" + middle + " by session 5"))
                .isEqualTo(kind("row 1234567" + middle + " by session 123456"));
    }

    @Test
    void aNameInQuotesAcrossTheComparedPartIsOneNameStill() {
        String before = "x".repeat(190) + " table ";
        assertThat(kind(before + "\"orders_of_the_year\" is locked"))
                .isEqualTo(kind(before + "\"bills_of_the_month\" is locked"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"\"", "1", "a.1.", "'\"", "x1/"})
    void aHostileMessageIsGroupedWithoutDelay(String piece) {
        assertThat(kind(piece.repeat(500))).isNotZero();
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5, 6})
    void percentilesAreOffByThreePercentAtMost(long seed) {
        Random random = new Random(seed);
        List<Long> micros = IntStream.range(0, 2_000)
                .mapToObj(i -> (long) Math.exp(random.nextDouble() * 24))
                .sorted()
                .toList();
        TreeMap<Integer, Long> counts = new TreeMap<>();
        micros.forEach(one -> counts.merge(SizeClass.of(Duration.ofNanos(one * 1_000)), 1L, Long::sum));
        for (double share : new double[] {0.01, 0.5, 0.9, 0.95, 0.99, 1}) {
            double exact = micros.get((int) Math.ceil(share * micros.size()) - 1);
            Duration shown = Objects.requireNonNull(SizeClass.percentile(counts, share));
            assertThat(shown.toNanos() / 1_000.0).as("share " + share).isBetween(exact * 0.97, exact * 1.03);
        }
    }

    @Test
    void classesGrowWithDurationsFromNothingToTenYears() {
        int last = -1;
        for (long nanos = 1; nanos < Duration.ofDays(3_650).toNanos(); nanos = nanos * 5 / 4 + 1) {
            int number = SizeClass.of(Duration.ofNanos(nanos));
            assertThat(number).isGreaterThanOrEqualTo(last);
            last = number;
        }
        assertThat(SizeClass.of(Duration.ZERO)).isZero();
        assertThat(SizeClass.middle(0)).isZero();
        assertThat(last).as("a few hundred counts for any number of durations").isLessThan(900);
    }

    @Test
    void oneSlowRunOfManyShowsInTheHighestPercentileOnly() {
        TreeMap<Integer, Long> counts = new TreeMap<>(
                Map.of(SizeClass.of(Duration.ofMillis(10)), 99L, SizeClass.of(Duration.ofMinutes(10)), 1L));
        assertThat(SizeClass.percentile(counts, 0.99)).isLessThan(Duration.ofMillis(11));
        assertThat(SizeClass.percentile(counts, 1)).isGreaterThan(Duration.ofMinutes(9));
    }

    @Test
    void labelsAndNamesOfAnyAlphabetAreKept() {
        ExecutionKey key = written.key("report");
        Work work = WorkBuilder.builder(Work.of("shell", RawJson.NULL))
                .name("日報 " + SMILE)
                .labels(Map.of("größe", "\"\\ %_ \n" + SMILE))
                .build();
        written.queued(dev.carillon.schemas.record.Task.first(key, Origin.SUBMITTED, work));
        TaskFact task = Objects.requireNonNull(fold().task());
        assertThat(task.name()).isEqualTo("日報 " + SMILE);
        assertThat(task.labels()).containsExactly(Map.entry("größe", "\"\\ %_ \n" + SMILE));
    }

    @Test
    void anOutcomeWithoutAResultGivesItsOwnReason() {
        ExecutionKey key = written.key("report");
        written.queued(written.task(key)).ended(key, OutcomeStatus.EXPIRED, 0, null);
        RunSummary summary = RunSummary.of(fold());
        assertThat(summary.code()).isEqualTo("EXHAUSTED");
        assertThat(summary.error()).isEqualTo(ErrorKind.of("EXHAUSTED", null));
        assertThat(summary.took()).isNull();
    }

    @Test
    void aRetryThatSucceededStillShowsWhyTheAttemptBeforeFailed() {
        ExecutionKey key = written.key("report");
        Result first = written.result(key, 1, ResultStatus.FAILED).withReason("BOOM", "broke", null);
        Result second = written.result(key, 2, ResultStatus.SUCCEEDED);
        written.reported(first).reported(second).ended(key, OutcomeStatus.SUCCEEDED, 2, second);
        RunSummary summary = RunSummary.of(fold());
        assertThat(summary.code()).isEqualTo("BOOM");
        assertThat(summary.attempts()).isEqualTo(2);
        assertThat(summary.error()).isEqualTo(ErrorKind.of("BOOM", "broke"));
    }
}
