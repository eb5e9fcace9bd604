package dev.carillon.console.history.sql.run;

import static org.assertj.core.api.Assertions.assertThat;

import dev.carillon.console.history.fold.Written;
import dev.carillon.console.history.run.LogLine;
import dev.carillon.console.history.run.LogPage;
import dev.carillon.console.history.run.Run;
import dev.carillon.console.history.run.RunDetail;
import dev.carillon.console.history.run.RunFilter;
import dev.carillon.console.history.sql.HistoryAnswers;
import dev.carillon.console.history.sql.SqlRows;
import dev.carillon.kit.record.ReceivedRecord;
import dev.carillon.schemas.json.RawJson;
import dev.carillon.schemas.key.ExecutionKey;
import dev.carillon.schemas.record.EventType;
import dev.carillon.schemas.record.OutcomeStatus;
import dev.carillon.schemas.record.Result;
import dev.carillon.schemas.record.ResultStatus;
import dev.carillon.schemas.record.Task;
import dev.carillon.schemas.state.ExecutionState;
import dev.carillon.schemas.work.Origin;
import dev.carillon.schemas.work.SkipReason;
import dev.carillon.schemas.work.SkippedRange;
import dev.carillon.schemas.work.Work;
import dev.carillon.schemas.work.WorkBuilder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** One execution with its attempts, texts and log lines. */
final class RunDetailTest {
    private final Written written = new Written();
    private final SqlRows rows;
    private final SqlRuns runs;

    RunDetailTest(@TempDir Path dir) {
        rows = new SqlRows(dir);
        runs = new SqlRuns(rows.database);
    }

    @AfterEach
    void close() {
        rows.close();
    }

    private RunDetail detail(ExecutionKey key) {
        return runs.get(key).orElseThrow();
    }

    private static RawJson json(String text) {
        return RawJson.written(text.getBytes(StandardCharsets.UTF_8));
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void theAnswerOfAnAttemptThatWasGivenUpIsNotShownInWhateverOrderItComes(boolean lateSuccessFirst) {
        ExecutionKey key = written.key("report");
        Result lost = written.result(key, 1, ResultStatus.LOST);
        written.queued(written.task(key))
                .ended(key, OutcomeStatus.FAILED, 1, lost)
                .reported(written.result(key, 1, ResultStatus.SUCCEEDED).withData(json("{\"n\":1}")));
        List<ReceivedRecord> order = new ArrayList<>(written.records());
        if (lateSuccessFirst) {
            Collections.reverse(order);
        }
        order.forEach(record -> rows.write(List.of(record)));

        RunDetail detail = detail(key);
        assertThat(detail.run().state()).isEqualTo(ExecutionState.FAILED);
        assertThat(detail.data()).isNull();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "\u0000",
                "a\u0000b",
                "\uD83D\uDE00☃",
                "'; DROP TABLE runs; --",
                "line\nline\r\n\ttab",
                "\u202Eabc",
                "%_!\\"
            })
    void textsOfAnyCharactersAreShownAsTheyWereWritten(String text) {
        ExecutionKey key = written.key("report");
        Work work = WorkBuilder.builder(Work.of("shell", RawJson.NULL))
                .labels(Map.of("label", text))
                .build();
        Task task = Task.first(key, Origin.SUBMITTED, work);
        Result failed = written.result(key, 1, ResultStatus.FAILED).withReason("E", text, text + text);
        written.queued(task).reported(failed).log(key, 1, 0, "x" + text.replace('\n', ' ') + "y");
        rows.write(written.records());

        RunDetail detail = detail(key);
        assertThat(detail.run().message()).isEqualTo(text);
        assertThat(detail.attempts()).singleElement().satisfies(attempt -> {
            assertThat(attempt.message()).isEqualTo(text);
            assertThat(attempt.error()).isEqualTo(text + text);
        });
        assertThat(detail.task()).isEqualTo(task);
        assertThat(runs.log(key, 0, 0, 10).lines())
                .extracting(LogLine::text)
                .containsExactly("x" + text.replace('\n', ' ') + "y");
        assertThat(runs.errors(RunFilter.ALL, 5)).singleElement().satisfies(group -> assertThat(group.message())
                .isEqualTo(text));
    }

    @Test
    void aSkippedRangeIsOneRunWithItsTicks() {
        ExecutionKey key = ExecutionKey.of("report", Written.BEGIN);
        SkippedRange range = new SkippedRange(SkipReason.MISSED, Written.BEGIN, Written.BEGIN.plusSeconds(3_540), 60);
        written.reported(Result.of(key, 1, ResultStatus.SKIPPED).withSkipped(range))
                .skipped(key, range);
        rows.write(written.records());

        Run run = detail(key).run();
        assertThat(run.state()).isEqualTo(ExecutionState.SKIPPED);
        assertThat(run.skipped()).isEqualTo(range);
        assertThat(run.due()).isEqualTo(Written.BEGIN);
        assertThat(run.attempts()).isZero();
    }

    @Test
    void anAttemptThatAnEventShowsRunningIsStartedAndACancelIsShown() {
        ExecutionKey key = written.key("report");
        written.queued(written.task(key)).event(EventType.STARTED, key.toString(), null);
        var asked = written.now();
        written.cancelAsked(key);
        rows.write(written.records());

        RunDetail detail = detail(key);
        assertThat(detail.cancelAsked()).isEqualTo(asked);
        assertThat(detail.attempts()).singleElement().satisfies(attempt -> {
            assertThat(attempt.status()).isEqualTo(ResultStatus.STARTED);
            assertThat(attempt.queued()).isEqualTo(Written.BEGIN);
            assertThat(attempt.said()).isNull();
        });
    }

    @Test
    void partsOfAnExecutionAreRunsOfTheirOwn() {
        ExecutionKey whole = written.key("report");
        ExecutionKey part = whole.subExecution(7);
        written.queued(written.task(whole)).queued(written.task(part)).claimed(part, 1);
        rows.write(written.records());
        assertThat(detail(part).run().state()).isEqualTo(ExecutionState.RUNNING);
        assertThat(detail(whole).run().state()).isEqualTo(ExecutionState.QUEUED);
        assertThat(HistoryAnswers.all(runs)).extracting(Run::key).containsExactlyInAnyOrder(whole, part);
        assertThat(runs.get(whole.subExecution(8))).isEmpty();
    }

    @Test
    void ofAThousandAttemptsEachIsShown() {
        ExecutionKey key = written.key("report");
        for (int attempt = 1; attempt <= 1_001; attempt++) {
            written.at(Written.BEGIN.plusMillis(attempt))
                    .reported(written.result(key, attempt, ResultStatus.FAILED).withReason("E" + attempt, null, null));
        }
        rows.write(written.records());
        RunDetail detail = detail(key);
        assertThat(detail.attempts())
                .extracting(RunDetail.Attempt::number)
                .hasSize(1_001)
                .isSorted();
        assertThat(detail.run().code()).isEqualTo("E1001");
        assertThat(runs.records(key)).as("the first ones").hasSize(200);
    }

    private void manyLines(ExecutionKey key) {
        written.queued(written.task(key));
        for (int record = 0; record < 40; record++) {
            String[] lines = new String[record % 7];
            for (int i = 0; i < lines.length; i++) {
                lines[i] = record + "." + i;
            }
            written.at(Written.BEGIN.plusMillis(record)).log(key, 1 + record / 20, record % 20, lines);
        }
    }

    @ParameterizedTest
    @CsvSource({"1, 0", "7, 0", "5000, 0", "3, 1", "2, 2"})
    void linesComeOnceAndInOrderInPagesOfAnySize(int limit, int attempt) {
        ExecutionKey key = written.key("report");
        manyLines(key);
        List<ReceivedRecord> order = new ArrayList<>(written.records());
        rows.write(order);
        List<String> expected = new ArrayList<>();
        for (int record = 0; record < 40; record++) {
            for (int i = 0; i < record % 7 && (attempt == 0 || attempt == 1 + record / 20); i++) {
                expected.add(record + "." + i);
            }
        }
        List<String> got = new ArrayList<>();
        LogPage page = runs.log(key, attempt, 0, limit);
        while (!page.lines().isEmpty()) {
            assertThat(page.lines().get(0).number()).isEqualTo(got.size());
            page.lines().forEach(line -> got.add(line.text()));
            assertThat(page.next()).isEqualTo(got.size());
            page = runs.log(key, attempt, page.next(), limit);
        }
        assertThat(got).isEqualTo(expected);
    }

    @ParameterizedTest
    @CsvSource({"-1, 1", "-9223372036854775808, 5", "9223372036854775807, 0", "1000000, 0"})
    void aPositionOutsideOfTheLinesIsTheNearestOne(long from, int lines) {
        ExecutionKey key = written.key("report");
        written.queued(written.task(key)).log(key, 1, 0, "a", "b", "c", "d", "e");
        rows.write(written.records());
        LogPage page = runs.log(key, 0, from, 100);
        assertThat(page.lines()).hasSize(lines);
        assertThat(page.next()).isEqualTo(5);
    }

    @Test
    void aRecordWithLinesThatComesAgainReplacesNothingAndAddsNothing() {
        ExecutionKey key = written.key("report");
        written.queued(written.task(key)).log(key, 1, 0, "a", "", "c").log(key, 1, 1);
        rows.write(written.records()).write(written.records());
        assertThat(runs.log(key, 0, 0, 100).lines()).extracting(LogLine::text).containsExactly("a", "", "c");
        assertThat(detail(key).logLines()).isEqualTo(3);
    }

    @Test
    void linesOfARunningAttemptSayThatMoreMayFollow() {
        ExecutionKey key = written.key("report");
        written.log(key, 1, 0, "first of all");
        rows.write(written.records());
        assertThat(runs.log(key, 0, 0, 10).ended()).isFalse();
        Result success = written.result(key, 1, ResultStatus.SUCCEEDED);
        int before = written.records().size();
        written.ended(key, OutcomeStatus.SUCCEEDED, 1, success);
        rows.write(written.records().subList(before, written.records().size()));
        assertThat(runs.log(key, 0, 0, 10).ended()).isTrue();
    }
}
