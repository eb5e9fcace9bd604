package dev.carillon.trigger.slice;

import static org.assertj.core.api.Assertions.assertThat;

import dev.carillon.schemas.record.OutcomeStatus;
import dev.carillon.schemas.record.Result;
import dev.carillon.trigger.slice.build.SliceOutput;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;

/** Ends executions, some of them late, and records when each began and ended. */
final class SimulatedCollector {
    private final SimulatedCluster cluster;
    private final Random random;
    private int seen;
    private final List<Runnable> notEnded = new ArrayList<>();
    /** In the order of the log: a key when it is dispatched or skipped, and with its status when it has ended. */
    private final List<Step> history = new ArrayList<>();

    private record Step(String taskId, Instant instant, OutcomeStatus ended, Instant at) {}

    private static final OutcomeStatus BEGUN = OutcomeStatus.EXPIRED;

    SimulatedCollector(SimulatedCluster cluster, Random random) {
        this.cluster = cluster;
        this.random = random;
    }

    /** Reads what was published since. */
    void look() {
        for (; seen < cluster.committed.size(); seen++) {
            for (SliceOutput output : cluster.committed.get(seen).outputs()) {
                if (output instanceof SliceOutput.Dispatch dispatch) {
                    begun(Objects.requireNonNull(dispatch.task().key()).toString());
                } else if (output instanceof SliceOutput.Skip skip) {
                    skipped(skip.result());
                }
            }
        }
    }

    private void begun(String key) {
        history.add(step(key, BEGUN));
        notEnded.add(() -> end(key));
    }

    private void end(String key) {
        OutcomeStatus status = random.nextInt(4) == 0 ? OutcomeStatus.FAILED : OutcomeStatus.SUCCEEDED;
        history.add(step(key, status));
        cluster.end(key, status);
    }

    private void skipped(Result result) {
        String key = result.key().toString();
        notEnded.add(() -> {
            history.add(step(key, OutcomeStatus.SKIPPED));
            cluster.end(key, OutcomeStatus.SKIPPED, result.skipped());
        });
    }

    private Step step(String key, OutcomeStatus status) {
        int colon = key.indexOf(':');
        return new Step(
                key.substring(0, colon), Instant.parse(key.substring(colon + 1)), status, cluster.clock.instant());
    }

    void endSome() {
        look();
        for (int i = random.nextInt(4); i > 0 && !notEnded.isEmpty(); i--) {
            notEnded.remove(random.nextInt(notEnded.size())).run();
        }
    }

    void endAll() {
        look();
        List.copyOf(notEnded).forEach(Runnable::run);
        notEnded.clear();
    }

    /** Schedules whose instants the clock alone decides. */
    Set<String> rates() {
        return Set.of("o0", "o1", "o2", "o3");
    }

    void assertNoneRanBesideAnother(String prefix, String what) {
        Map<String, Instant> open = new HashMap<>();
        for (Step step : history) {
            if (step.taskId().startsWith(prefix) && step.ended() == BEGUN) {
                assertThat(open.put(step.taskId(), step.instant()))
                        .as(step + " begins while this is open, " + what)
                        .isNull();
            } else if (step.instant().equals(open.get(step.taskId()))) {
                open.remove(step.taskId());
            }
        }
    }

    void assertFollowsItsEnds(String taskId, Duration delay, String what) {
        Instant ended = Instant.MIN;
        int runs = 0;
        for (Step step : history) {
            if (step.taskId().equals(taskId) && step.ended() == BEGUN) {
                assertThat(step.instant())
                        .as(step + " after the end at " + ended + ", " + what)
                        .isAfterOrEqualTo(ended.equals(Instant.MIN) ? ended : ended.plus(delay));
                runs++;
            } else if (step.taskId().equals(taskId)) {
                ended = step.at();
            }
        }
        assertThat(runs).as("runs of " + taskId + ", " + what).isGreaterThan(3);
    }

    void assertRuns(String taskId, int most, String what) {
        assertThat(history.stream()
                        .filter(step -> step.taskId().equals(taskId) && step.ended() == BEGUN)
                        .map(Step::instant)
                        .toList())
                .as("runs of " + taskId + ", " + what)
                .doesNotHaveDuplicates()
                .hasSizeLessThanOrEqualTo(most);
    }

    /** Each instant for which all ended was decided once: with a task where all have succeeded, else with a skip. */
    void assertFollows(String child, List<String> parents, String what) {
        Map<Instant, Set<String>> succeeded = new TreeMap<>();
        Set<Instant> failed = new HashSet<>();
        List<Instant> tasks = new ArrayList<>();
        for (Step step : history) {
            if (step.taskId().equals(child) && step.ended() == BEGUN) {
                assertThat(succeeded.getOrDefault(step.instant(), Set.of()))
                        .as(step + ", " + what)
                        .containsAll(parents);
                tasks.add(step.instant());
            } else if (parents.contains(step.taskId()) && step.ended() == OutcomeStatus.SUCCEEDED) {
                succeeded
                        .computeIfAbsent(step.instant(), instant -> new HashSet<>())
                        .add(step.taskId());
            } else if (parents.contains(step.taskId()) && step.ended() != BEGUN) {
                failed.add(step.instant());
            }
        }
        assertThat(tasks).as(child + ", " + what).doesNotHaveDuplicates();
        List<Instant> owed = succeeded.entrySet().stream()
                .filter(entry -> entry.getValue().containsAll(parents))
                .map(Map.Entry::getKey)
                .filter(instant -> !failed.contains(instant))
                .toList();
        assertThat(tasks).as(child + ", " + what).containsExactlyInAnyOrderElementsOf(owed);
        List<Instant> skips = history.stream()
                .filter(step -> step.taskId().equals(child) && step.ended() == OutcomeStatus.SKIPPED)
                .map(Step::instant)
                .toList();
        assertThat(skips)
                .as(child + "'s skips, " + what)
                .doesNotHaveDuplicates()
                .doesNotContainAnyElementsOf(tasks);
    }
}
