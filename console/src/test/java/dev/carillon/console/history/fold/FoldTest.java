package dev.carillon.console.history.fold;

import static org.assertj.core.api.Assertions.assertThat;

import dev.carillon.client.status.ExecutionStatus;
import dev.carillon.client.status.StatusFold;
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
import dev.carillon.schemas.work.Work;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Folds records into facts and summaries, without a database. */
final class FoldTest {
    private final Written written = new Written();

    private static Map<String, RunFacts> folded(List<ReceivedRecord> records) {
        RecordReader reader = new RecordReader(Written.NAMES);
        Map<String, RunFacts> facts = new TreeMap<>();
        for (ReceivedRecord record : records) {
            FoldedBatch batch = new FoldedBatch();
            batch.add(reader.read(record), record.appended());
            batch.runs()
                    .forEach((key, updates) ->
                            FoldedBatch.apply(facts.computeIfAbsent(key.taskId(), none -> new RunFacts(key)), updates));
        }
        return facts;
    }

    private RunSummary only() {
        return RunSummary.of(folded(written.records()).values().iterator().next());
    }

    private static Map<String, String> shown(List<ReceivedRecord> records) {
        Map<String, String> shown = new LinkedHashMap<>();
        folded(records).forEach((taskId, facts) -> {
            StringBuilder text = new StringBuilder();
            text.append(RunSummary.of(facts)).append(facts.times()).append(facts.outcome());
            text.append(facts.task() == null ? null : facts.task().stamp())
                    .append(facts.places().all());
            for (AttemptFacts attempt : facts.attempts()) {
                text.append("\n").append(attempt.number()).append(attempt.status());
                text.append(attempt.placement())
                        .append(attempt.claim())
                        .append(attempt.queued())
                        .append(attempt.reported());
                text.append(
                        attempt.end() == null
                                ? null
                                : attempt.end().stamp() + " " + attempt.end().code());
            }
            shown.put(taskId, text.toString());
        });
        return shown;
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20})
    void anyOrderAndAnyRepetitionGiveTheSameRows(long seed) {
        List<ReceivedRecord> records = written.everyKind().records();
        Map<String, String> inOrder = shown(records);
        Random random = new Random(seed);
        List<ReceivedRecord> mixed = new ArrayList<>(records);
        for (int i = 0; i < 20; i++) {
            mixed.add(records.get(random.nextInt(records.size())));
        }
        Collections.shuffle(mixed, random);

        assertThat(shown(mixed)).isEqualTo(inOrder).hasSize(8);
    }

    @Test
    void statesAreThoseThatStatusShows() {
        List<ReceivedRecord> records = written.everyKind().records();
        Map<String, RunFacts> folded = folded(records);
        // A late success changes nothing here; the status command takes it for the end until the outcome is written.
        folded.remove("task-5");
        folded.forEach((taskId, facts) -> {
            List<ReceivedRecord> own = records.stream()
                    .filter(record -> record.keyText().equals(facts.key().toString()))
                    .toList();
            ExecutionStatus status = StatusFold.of(facts.key(), own, Written.NAMES, written.now())
                    .orElseThrow();
            assertThat(RunSummary.of(facts).state()).as(taskId).isEqualTo(status.state());
        });
    }

    /** Its queue held the first attempt, but no worker began it; {@code stats} counts by outcomes, too. */
    @Test
    void anExecutionThatWasCancelledBeforeItBeganHasNoAttempt() {
        ExecutionKey key = written.key("report");
        Result cancelled = Result.of(key, 1, ResultStatus.CANCELLED);
        written.queued(written.task(key)).cancelAsked(key).reported(cancelled);
        written.ended(key, OutcomeStatus.CANCELLED, 0, cancelled);
        assertThat(only().attempts()).isZero();
    }

    @Test
    void aSuccessHasDueTimeAndDuration() {
        written.succeeds("report");

        RunSummary summary = only();
        assertThat(summary.state()).isEqualTo(ExecutionState.SUCCEEDED);
        assertThat(summary.due()).isEqualTo(Written.BEGIN);
        assertThat(summary.took()).isEqualTo(Duration.ofMillis(250));
        assertThat(summary.late()).isZero();
        assertThat(summary.awaited()).isNull();
        assertThat(summary.error()).isNull();
    }

    @Test
    void aBackfillIsNeverLate() {
        Instant nominal = Written.BEGIN.minus(Duration.ofDays(300));
        ExecutionKey key = ExecutionKey.of("report", nominal.plusNanos(999_999_999));
        Task task = Task.first(key, Origin.BACKFILL, Work.of("shell", RawJson.NULL))
                .withNominalTime(nominal)
                .withSchedule(0, 0);
        Result result = written.result(key, 1, ResultStatus.SUCCEEDED);
        written.queued(task).reported(result).ended(key, OutcomeStatus.SUCCEEDED, 1, result);

        assertThat(only().due()).isEqualTo(nominal);
        assertThat(only().late()).isNull();
    }

    @Test
    void aFailedAttemptWithTriesLeftWaitsForItsNextOne() {
        ExecutionKey key = written.key("report");
        written.queued(written.task(key))
                .reported(written.result(key, 1, ResultStatus.FAILED).withTask(written.task(key)));

        RunSummary summary = only();
        assertThat(summary.state()).isEqualTo(ExecutionState.RETRYING);
        assertThat(summary.awaited()).isAfter(written.now());
    }

    @Test
    void theSuccessOfALostAttemptChangesNothing() {
        ExecutionKey key = written.key("report");
        Result lost = written.result(key, 1, ResultStatus.LOST).withTask(written.task(key));
        written.queued(written.task(key)).claimed(key, 1).reported(lost);
        written.reported(written.result(key, 1, ResultStatus.SUCCEEDED));

        assertThat(only().state()).isEqualTo(ExecutionState.RETRYING);
    }

    @Test
    void theOutcomeDecidesHowItsAttemptEnded() {
        ExecutionKey key = written.key("report");
        Result success = written.result(key, 1, ResultStatus.SUCCEEDED);
        written.reported(written.result(key, 1, ResultStatus.LOST)).ended(key, OutcomeStatus.SUCCEEDED, 1, success);

        RunFacts facts = folded(written.records()).get("report");
        assertThat(Objects.requireNonNull(facts).attempts())
                .singleElement()
                .satisfies(attempt -> assertThat(attempt.status()).isEqualTo(ResultStatus.SUCCEEDED));
    }

    @Test
    void startedRunsUntilItIsHandedBack() {
        ExecutionKey key = written.key("report");
        written.queued(written.task(key)).event(EventType.STARTED, key.toString(), null);
        assertThat(only().state()).isEqualTo(ExecutionState.RUNNING);

        written.reported(written.result(key, 1, ResultStatus.HANDED_BACK));
        assertThat(only().state()).isEqualTo(ExecutionState.QUEUED);
    }

    @Test
    void errorsThatDifferInNumbersAndQuotedNamesAreOneKind() {
        assertThat(ErrorKind.of("E", "no row 17 in \"orders\" after 3 tries").id())
                .isEqualTo(ErrorKind.of("E", "no row 99 in \"bills\" after 12 tries")
                        .id())
                .isNotEqualTo(ErrorKind.of("E", "no column 17 in \"orders\" after 3 tries")
                        .id())
                .isNotEqualTo(ErrorKind.of("F", "no row 17 in \"orders\" after 3 tries")
                        .id());
    }

    @Test
    void aPercentileOfClassesIsOffByThreePercentAtMost() {
        TreeMap<Integer, Long> counts = new TreeMap<>();
        for (int millis = 1; millis <= 1_000; millis++) {
            counts.merge(SizeClass.of(Duration.ofMillis(millis)), 1L, Long::sum);
        }
        Duration half = Objects.requireNonNull(SizeClass.percentile(counts, 0.5));
        assertThat((double) half.toMillis()).isBetween(485.0, 515.0);
        assertThat(SizeClass.percentile(new TreeMap<>(), 0.5)).isNull();
    }

    @Test
    void numbersOfRowsFollowTime() {
        long early = RowId.of(Written.BEGIN.toEpochMilli(), 1_048_575);
        long late = RowId.of(Written.BEGIN.toEpochMilli() + 1, 0);
        assertThat(early).isLessThan(late);
        assertThat(RowId.minute(early)).isEqualTo(Written.BEGIN.getEpochSecond() / 60);
    }
}
