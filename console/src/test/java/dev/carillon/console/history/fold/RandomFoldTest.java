package dev.carillon.console.history.fold;

import static org.assertj.core.api.Assertions.assertThat;

import dev.carillon.kit.record.ReceivedRecord;
import dev.carillon.schemas.record.OutcomeStatus;
import dev.carillon.schemas.record.RecordedState;
import dev.carillon.schemas.state.ExecutionState;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What holds of every execution, whatever became of it and in whatever order its records are read. */
final class RandomFoldTest {
    private static final int EXECUTIONS = 150;

    private static Map<String, RunFacts> folded(List<ReceivedRecord> records) {
        RecordReader reader = new RecordReader(Written.NAMES);
        FoldedBatch batch = new FoldedBatch();
        records.forEach(record -> batch.add(reader.read(record), record.appended()));
        Map<String, RunFacts> facts = new TreeMap<>();
        batch.runs().forEach((key, updates) -> {
            RunFacts one = new RunFacts(key);
            FoldedBatch.apply(one, updates);
            facts.put(key.toString(), one);
        });
        return facts;
    }

    private static Map<String, String> shown(List<ReceivedRecord> records) {
        Map<String, String> shown = new TreeMap<>();
        folded(records).forEach((key, facts) -> {
            StringBuilder text = new StringBuilder()
                    .append(RunSummary.of(facts))
                    .append(facts.times())
                    .append(facts.outcome())
                    .append(facts.places().all());
            TaskFact task = facts.task();
            text.append(task == null ? "no task" : task.stamp() + task.queue() + task.labels());
            facts.attempts().forEach(attempt -> text.append('\n')
                    .append(attempt.number())
                    .append(attempt.status())
                    .append(attempt.worker())
                    .append(attempt.started())
                    .append(attempt.queued()));
            shown.put(key, text.toString());
        });
        return shown;
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10})
    void anyOrderAndAnyRepetitionFoldToTheSameExecutions(long seed) {
        List<ReceivedRecord> records = RandomRecords.of(seed, EXECUTIONS);
        Random random = new Random(seed);
        List<ReceivedRecord> mixed = new ArrayList<>(records);
        for (int i = 0; i < records.size() / 2; i++) {
            mixed.add(records.get(random.nextInt(records.size())));
        }
        Collections.shuffle(mixed, random);

        assertThat(shown(mixed)).isEqualTo(shown(records)).hasSize(EXECUTIONS);
    }

    @ParameterizedTest
    @ValueSource(longs = {11, 12, 13, 14, 15, 16})
    void stateAndTimesOfEveryExecutionFitTogether(long seed) {
        folded(RandomRecords.of(seed, EXECUTIONS)).forEach((key, facts) -> {
            RunSummary summary = RunSummary.of(facts);
            OutcomeFact outcome = facts.outcome();
            if (outcome != null) {
                assertThat(summary.state()).as(key).isEqualTo(RecordedState.of(outcome.status()));
                assertThat(summary.ended()).as(key).isEqualTo(outcome.decided());
            }
            assertThat(summary.awaited() == null)
                    .as(key + ": only open executions await something")
                    .isEqualTo(summary.state().isFinal());
            assertThat(summary.took() == null).as(key).isEqualTo(outcome == null || summary.started() == null);
            if (summary.late() != null) {
                assertThat(summary.late().isNegative()).as(key).isFalse();
            }
            if (summary.state() == ExecutionState.FAILED || summary.state() == ExecutionState.EXPIRED) {
                assertThat(summary.error()).as(key + " has an error").isNotNull();
            }
            assertThat(facts.times().firstHeard())
                    .as(key)
                    .isLessThanOrEqualTo(facts.times().lastHeard());
            assertThat(facts.places().all()).as(key).isSortedAccordingTo((a, b) -> a.stamp()
                    .compareTo(b.stamp()));
        });
    }

    /** Each prefix of a log is what a console shows at some moment. */
    @ParameterizedTest
    @ValueSource(longs = {21, 22, 23})
    void oneThatHasEndedStaysEndedWhateverIsReadLater(long seed) {
        List<ReceivedRecord> records = RandomRecords.of(seed, 60);
        Map<String, ExecutionState> ended = new TreeMap<>();
        for (int i = 0; i < records.size(); i += 7) {
            folded(records.subList(0, i)).forEach((key, facts) -> {
                ExecutionState state = RunSummary.of(facts).state();
                ExecutionState before = ended.get(key);
                if (before != null) {
                    assertThat(state).as(key).isEqualTo(before);
                } else if (facts.outcome() != null) {
                    ended.put(key, state);
                }
            });
        }
        assertThat(ended.values()).contains(RecordedState.of(OutcomeStatus.SKIPPED), ExecutionState.FAILED);
    }
}
