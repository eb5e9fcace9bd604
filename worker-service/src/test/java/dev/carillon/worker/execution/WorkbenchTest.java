package dev.carillon.worker.execution;

import static dev.carillon.worker.TestTasks.NORMAL;
import static dev.carillon.worker.TestTasks.NOW;
import static dev.carillon.worker.TestTasks.key;
import static dev.carillon.worker.TestTasks.task;
import static org.assertj.core.api.Assertions.assertThat;

import dev.carillon.schemas.record.IfWorkerDies;
import dev.carillon.schemas.record.Priority;
import dev.carillon.schemas.record.ResultStatus;
import dev.carillon.schemas.record.Task;
import dev.carillon.schemas.record.TaskPosition;
import dev.carillon.worker.offset.PartitionProgress;
import dev.carillon.worker.offset.Place;
import dev.carillon.worker.offset.Point;
import dev.carillon.worker.report.Ending;
import dev.carillon.worker.report.Reports.Subject;
import dev.carillon.worker.wire.InputPartition;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Test;

final class WorkbenchTest {
    private static final Gate OPEN = new Gate(true, true);

    private final List<String> said = new ArrayList<>();
    private final List<Attempt> started = new ArrayList<>();
    private final PartitionProgress partition =
            new PartitionProgress(new InputPartition(NORMAL, 0), Point.untouched(0));

    private final Workbench workbench = new Workbench(
            2,
            new AttemptRunner() {
                @Override
                public void start(Attempt attempt) {
                    started.add(attempt);
                    said.add("start " + attempt.key().taskId());
                }

                @Override
                public void interrupt(Attempt attempt) {
                    said.add("interrupt " + attempt.key().taskId());
                }
            },
            new AttemptListener() {
                @Override
                public void claimWanted(Attempt attempt) {
                    said.add("claim " + attempt.key().taskId());
                }

                @Override
                public void ended(Attempt attempt) {
                    ResultStatus status =
                            Objects.requireNonNull(attempt.ending()).status();
                    said.add(status + " " + attempt.key().taskId());
                }

                @Override
                public void dropped(Attempt attempt) {
                    said.add("dropped " + attempt.key().taskId());
                }

                @Override
                public void runsLong(Attempt attempt) {
                    said.add("long " + attempt.key().taskId());
                }
            });

    private Attempt take(Task task, boolean doubtful) {
        Instant start = task.notBefore() == null ? NOW : task.notBefore();
        Instant deadline = task.deadline() == null ? Instant.MAX : task.deadline();
        Attempt attempt = new Attempt(
                new Subject(key(task.taskId()), task, new TaskPosition(NORMAL, 0, 0)),
                new Place(partition, 0),
                new Attempt.Window(NOW, start, deadline),
                doubtful);
        workbench.take(attempt, OPEN, NOW);
        return attempt;
    }

    private Attempt take(String taskId) {
        return take(task(taskId), false);
    }

    private void tick(Duration after) {
        workbench.tick(OPEN, NOW.plus(after));
    }

    @Test
    void noMoreRunThanThereAreSlots() {
        Attempt a = take("a");
        take("b");
        take("c");
        tick(Duration.ZERO);
        assertThat(said).containsExactly("start a", "start b");
        workbench.returned(a, Ending.succeeded(null), NOW);
        tick(Duration.ZERO);
        assertThat(said).containsExactly("start a", "start b", "SUCCEEDED a", "start c");
        assertThat(workbench.inHand()).isEqualTo(2);
    }

    @Test
    void heldTaskStartsOnItsInstantAndNotBefore() {
        Instant start = NOW.plusSeconds(5);
        take(task("a").withTimes(start, null), false);
        assertThat(workbench.nextDue()).isEqualTo(start);
        workbench.tick(OPEN, start.minusNanos(1));
        assertThat(said).isEmpty();
        workbench.tick(OPEN, start);
        assertThat(said).containsExactly("start a");
    }

    @Test
    void timedWorkWaitsWhileTheClockIsWrongAndOtherWorkGoesOn() {
        take(task("a").withTimes(NOW.plusSeconds(1), null), false);
        take("b");
        workbench.tick(new Gate(true, false), NOW.plusSeconds(2));
        assertThat(said).containsExactly("start b");
        workbench.tick(OPEN, NOW.plusSeconds(2));
        assertThat(said).containsExactly("start b", "start a");
    }

    @Test
    void nothingStartsBeforeTheGateOpens() {
        take("a");
        workbench.tick(new Gate(false, true), NOW);
        assertThat(said).isEmpty();
    }

    @Test
    void attemptEndsWhenItsTimeIsOverThoughItsHandlerGoesOn() {
        Attempt a = take(task("a").withWork(task("a").work().withTimeout(Duration.ofSeconds(3))), false);
        tick(Duration.ZERO);
        tick(Duration.ofSeconds(1));
        tick(Duration.ofSeconds(3));
        assertThat(said).containsExactly("start a", "long a", "interrupt a", "TIMED_OUT a");
        assertThat(workbench.leaked()).isEqualTo(1);
        assertThat(workbench.running()).isZero();
        workbench.returned(a, Ending.succeeded(null), NOW.plusSeconds(9));
        assertThat(workbench.leaked()).isZero();
        assertThat(said).as("the late return says nothing").hasSize(4);
    }

    @Test
    void handlersThatNeverReturnCannotTakeMoreThanTwiceTheSlots() {
        for (int i = 0; i < 10; i++) {
            String id = "t" + i;
            take(task(id).withWork(task(id).work().withTimeout(Duration.ofSeconds(1))), false);
        }
        for (int second = 0; second < 10; second++) {
            tick(Duration.ofSeconds(second));
        }
        assertThat(started).hasSize(4);
        assertThat(workbench.leaked()).isEqualTo(4);
    }

    @Test
    void taskThatWaitedBeyondItsDeadlineExpires() {
        take("a");
        take("b");
        take(task("c").withTimes(null, NOW.plusSeconds(1)), false);
        tick(Duration.ZERO);
        workbench.returned(started.get(0), Ending.succeeded(null), NOW.plusSeconds(2));
        tick(Duration.ofSeconds(2));
        assertThat(said).contains("EXPIRED c").doesNotContain("start c");
    }

    @Test
    void cancelEndsWaitingHeldAndRunningAttempts() {
        for (String id : List.of("a", "b", "c")) {
            take(id);
        }
        take(task("d").withTimes(NOW.plusSeconds(9), null), false);
        tick(Duration.ZERO);
        for (String id : List.of("a", "c", "d", "unknown")) {
            workbench.cancel(key(id), NOW);
        }
        assertThat(said)
                .containsExactly("start a", "start b", "interrupt a", "CANCELLED a", "CANCELLED c", "CANCELLED d");
        assertThat(workbench.held()).isZero();
        tick(Duration.ofSeconds(20));
        assertThat(started).hasSize(2);
    }

    @Test
    void doubtfulAttemptAndOneThatMustNotRunTwiceAreClaimedFirst() {
        Attempt doubtful = take(task("a"), true);
        take(task("b").withWork(task("b").work().withIfWorkerDies(IfWorkerDies.FAIL)), false);
        tick(Duration.ZERO);
        assertThat(said).containsExactly("claim a", "claim b");
        workbench.claimed(doubtful);
        assertThat(doubtful.claim()).isEqualTo(Attempt.Claim.HELD);
        tick(Duration.ZERO);
        assertThat(said).containsExactly("claim a", "claim b", "start a");
    }

    @Test
    void claimedAttemptStartsOnlyWhileTasksMayStart() {
        Attempt doubtful = take(task("a").withTimes(null, NOW.plusSeconds(1)), true);
        Attempt late = take(task("b").withTimes(null, NOW.plusSeconds(3)), true);
        tick(Duration.ZERO);
        workbench.claimed(doubtful);
        workbench.claimed(late);
        workbench.tick(new Gate(false, true), NOW.plusSeconds(2));
        assertThat(started).isEmpty();
        tick(Duration.ofSeconds(2));
        assertThat(said).containsExactly("claim a", "claim b", "start b", "EXPIRED a");
    }

    @Test
    void claimedAttemptThatCannotStartIsHandedBackWhenTheWorkerStops() {
        Attempt once = take(task("b").withWork(task("b").work().withIfWorkerDies(IfWorkerDies.FAIL)), false);
        tick(Duration.ZERO);
        workbench.claimed(once);
        workbench.handBackRunning(NOW);
        assertThat(said).containsExactly("claim b", "HANDED_BACK b");
    }

    @Test
    void attemptThatRunsLongIsClaimedOnce() {
        take("a");
        tick(Duration.ZERO);
        tick(Duration.ofSeconds(10));
        tick(Duration.ofSeconds(20));
        assertThat(said).containsExactly("start a", "long a", "claim a");
    }

    @Test
    void drainHandsBackWhatRunsButFailsWhatMustNotRunTwice() {
        take("a");
        Attempt once = take(task("b").withWork(task("b").work().withIfWorkerDies(IfWorkerDies.FAIL)), false);
        tick(Duration.ZERO);
        workbench.claimed(once);
        tick(Duration.ZERO);
        workbench.handBackRunning(NOW);
        assertThat(said).contains("HANDED_BACK a", "FAILED b");
    }

    @Test
    void droppedAttemptsSayNothingMore() {
        Attempt a = take("a");
        take("b");
        take("c");
        tick(Duration.ZERO);
        workbench.drop(attempt -> true);
        workbench.returned(a, Ending.succeeded(null), NOW);
        tick(Duration.ofSeconds(1));
        assertThat(said)
                .containsExactly(
                        "start a", "start b", "dropped c", "interrupt a", "dropped a", "interrupt b", "dropped b");
        assertThat(workbench.inHand()).isZero();
    }

    @Test
    void prioritiesShareSlotsByTheirWeights() {
        ReadyQueue queue = new ReadyQueue();
        for (Priority priority : Priority.values()) {
            for (int i = 0; i < 30; i++) {
                Task task = task("t").withWork(task("t").work().withPriority(priority));
                queue.add(new Attempt(
                        new Subject(key("t"), task, new TaskPosition(NORMAL, 0, 0)),
                        new Place(partition, 0),
                        new Attempt.Window(NOW, NOW, Instant.MAX),
                        false));
            }
        }
        List<Priority> first = new ArrayList<>();
        for (int i = 0; i < 30; i++) {
            first.add(Objects.requireNonNull(queue.next()).task().work().priority());
        }
        assertThat(first.get(0)).isEqualTo(Priority.URGENT);
        assertThat(first.stream().filter(Priority.URGENT::equals).count()).isEqualTo(16);
        assertThat(first.stream().filter(Priority.LOW::equals).count()).isEqualTo(2);
    }
}
