package dev.carillon.worker.execution;

import static dev.carillon.worker.TestTasks.NORMAL;
import static dev.carillon.worker.TestTasks.NOW;
import static dev.carillon.worker.TestTasks.at;
import static dev.carillon.worker.TestTasks.key;
import static dev.carillon.worker.TestTasks.task;
import static dev.carillon.worker.execution.AttemptScheduler.CLAIMED_AFTER;
import static org.assertj.core.api.Assertions.assertThat;

import dev.carillon.kit.time.Deadline;
import dev.carillon.schemas.offset.StoredPoint;
import dev.carillon.schemas.record.ResultStatus;
import dev.carillon.schemas.record.Task;
import dev.carillon.schemas.record.TaskPosition;
import dev.carillon.schemas.work.IfWorkerDies;
import dev.carillon.schemas.work.Priority;
import dev.carillon.worker.offset.PartitionProgress;
import dev.carillon.worker.offset.RecordOffset;
import dev.carillon.worker.report.AttemptEnding;
import dev.carillon.worker.report.ReportRecords.Subject;
import dev.carillon.worker.wire.InputPartition;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Test;

final class AttemptSchedulerTest {
    private static final StartGate OPEN = new StartGate(true, true);
    private static final int BYTES = 100;

    static final AttemptListener IGNORED = new AttemptListener() {
        @Override
        public void claimWanted(Attempt attempt) {}

        @Override
        public void ended(Attempt attempt) {}

        @Override
        public void dropped(Attempt attempt) {}

        @Override
        public void runsLong(Attempt attempt) {}
    };

    private final List<String> happened = new ArrayList<>();
    private final List<Attempt> started = new ArrayList<>();
    private final PartitionProgress partition =
            new PartitionProgress(new InputPartition(NORMAL, 0), StoredPoint.untouched(0));

    private final AttemptScheduler scheduler = new AttemptScheduler(
            2, attempt -> happened.add("interrupt " + attempt.key().taskId()), new AttemptListener() {
                @Override
                public void claimWanted(Attempt attempt) {
                    happened.add("claim " + attempt.key().taskId());
                }

                @Override
                public void ended(Attempt attempt) {
                    ResultStatus status =
                            Objects.requireNonNull(attempt.ending()).status();
                    happened.add(status + " " + attempt.key().taskId());
                }

                @Override
                public void dropped(Attempt attempt) {
                    happened.add("dropped " + attempt.key().taskId());
                }

                @Override
                public void runsLong(Attempt attempt) {
                    happened.add("long " + attempt.key().taskId());
                }
            });

    private Attempt attempt(Task task, boolean doubtful) {
        Instant start = task.notBefore() == null ? NOW : task.notBefore();
        Instant deadline = task.deadline() == null ? Instant.MAX : task.deadline();
        return new Attempt(
                new Subject(key(task.taskId()), task, new TaskPosition(NORMAL, 0, 0)),
                new RecordOffset(partition, 0),
                new Attempt.Window(NOW, start, deadline),
                new Attempt.Arrived(true, doubtful, BYTES));
    }

    private Attempt take(Task task, boolean doubtful) {
        Attempt attempt = attempt(task, doubtful);
        scheduler.take(attempt, OPEN, NOW);
        return attempt;
    }

    /** The handler of an attempt returns, and its result is built if that ended it. */
    private boolean returned(Attempt attempt, Instant instant) {
        boolean ended = scheduler.returned(attempt, AttemptEnding.succeeded(null), at(instant));
        if (ended) {
            scheduler.reported();
        }
        if (ended) {
            happened.add(Objects.requireNonNull(attempt.ending()).status() + " "
                    + attempt.key().taskId());
        }
        return ended;
    }

    private Attempt take(String taskId) {
        return take(task(taskId), false);
    }

    private void tick(Duration after) {
        scheduler.tick(OPEN, at(NOW.plus(after)), this::start);
    }

    private void start(Attempt attempt) {
        started.add(attempt);
        happened.add("start " + attempt.key().taskId());
    }

    @Test
    void anEndedAttemptIsInHandUntilItsResultIsMade() {
        Attempt a = take("a");
        tick(Duration.ZERO);
        assertThat(scheduler.returned(a, AttemptEnding.succeeded(null), at(NOW)))
                .isTrue();
        assertThat(scheduler.running()).isZero();
        assertThat(scheduler.unfinished()).isEqualTo(1);
        scheduler.reported();
        assertThat(scheduler.unfinished()).isZero();
    }

    @Test
    void aHandOverWaitsForResultsThatAreBeingMade() throws InterruptedException {
        Attempt a = take("a");
        tick(Duration.ZERO);
        assertThat(scheduler.returned(a, AttemptEnding.succeeded(null), at(NOW)))
                .isTrue();
        Thread maker = new Thread(scheduler::reported, "maker");
        maker.start();
        scheduler.awaitReported(Deadline.in(Duration.ofMinutes(1)));
        assertThat(scheduler.unfinished()).isZero();
        maker.join();
    }

    @Test
    void noMoreRunThanThereAreSlots() {
        Attempt a = take("a");
        take("b");
        take("c");
        tick(Duration.ZERO);
        assertThat(happened).containsExactly("start a", "start b");
        returned(a, NOW);
        tick(Duration.ZERO);
        assertThat(happened).containsExactly("start a", "start b", "SUCCEEDED a", "start c");
        assertThat(scheduler.unfinished()).isEqualTo(2);
    }

    @Test
    void heldTaskStartsOnItsInstantAndNotBefore() {
        Instant start = NOW.plusSeconds(5);
        take(task("a").withTimes(start, null), false);
        assertThat(scheduler.untilDue(at(NOW))).isEqualTo(Duration.ofSeconds(5));
        scheduler.tick(OPEN, at(start.minusNanos(1)), this::start);
        assertThat(happened).isEmpty();
        scheduler.tick(OPEN, at(start), this::start);
        assertThat(happened).containsExactly("start a");
    }

    @Test
    void timedWorkWaitsWhileTheClockIsWrongAndOtherWorkGoesOn() {
        take(task("a").withTimes(NOW.plusSeconds(1), null), false);
        take("b");
        scheduler.tick(new StartGate(true, false), at(NOW.plusSeconds(2)), this::start);
        assertThat(happened).containsExactly("start b");
        scheduler.tick(OPEN, at(NOW.plusSeconds(2)), this::start);
        assertThat(happened).containsExactly("start b", "start a");
    }

    @Test
    void nothingStartsBeforeTheGateOpens() {
        take("a");
        scheduler.tick(new StartGate(false, true), at(NOW), this::start);
        assertThat(happened).isEmpty();
    }

    @Test
    void attemptEndsWhenItsTimeIsOverThoughItsHandlerGoesOn() {
        Attempt a = take(task("a").withWork(task("a").work().withTimeout(Duration.ofSeconds(3))), false);
        tick(Duration.ZERO);
        tick(Duration.ofSeconds(1));
        tick(Duration.ofSeconds(3));
        assertThat(happened).containsExactly("start a", "long a", "interrupt a", "TIMED_OUT a");
        assertThat(scheduler.leaked()).isEqualTo(1);
        assertThat(scheduler.running()).isZero();
        returned(a, NOW.plusSeconds(9));
        assertThat(scheduler.leaked()).isZero();
        assertThat(happened).as("the late return adds nothing").hasSize(4);
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
        assertThat(scheduler.leaked()).isEqualTo(4);
    }

    @Test
    void taskThatWaitedBeyondItsDeadlineExpires() {
        take("a");
        take("b");
        take(task("c").withTimes(null, NOW.plusSeconds(1)), false);
        tick(Duration.ZERO);
        returned(started.get(0), NOW.plusSeconds(2));
        tick(Duration.ofSeconds(2));
        assertThat(happened).contains("EXPIRED c").doesNotContain("start c");
    }

    @Test
    void cancelEndsWaitingHeldAndRunningAttempts() {
        for (String id : List.of("a", "b", "c")) {
            take(id);
        }
        take(task("d").withTimes(NOW.plusSeconds(9), null), false);
        tick(Duration.ZERO);
        for (String id : List.of("a", "c", "d", "unknown")) {
            scheduler.cancel(key(id), at(NOW));
        }
        assertThat(happened)
                .containsExactly("start a", "start b", "interrupt a", "CANCELLED a", "CANCELLED c", "CANCELLED d");
        assertThat(scheduler.held()).isZero();
        tick(Duration.ofSeconds(20));
        assertThat(started).hasSize(2);
    }

    @Test
    void doubtfulAttemptAndOneThatMustNotRunTwiceAreClaimedFirst() {
        Attempt doubtful = take(task("a"), true);
        take(task("b").withWork(task("b").work().withIfWorkerDies(IfWorkerDies.FAIL)), false);
        tick(Duration.ZERO);
        assertThat(happened).containsExactly("claim a", "claim b");
        scheduler.claimed(doubtful, at(NOW));
        assertThat(doubtful.claim()).isEqualTo(Attempt.Claim.HELD);
        tick(Duration.ZERO);
        assertThat(happened).containsExactly("claim a", "claim b", "start a");
    }

    @Test
    void claimedAttemptStartsOnlyWhileTasksMayStart() {
        Attempt doubtful = take(task("a").withTimes(null, NOW.plusSeconds(1)), true);
        Attempt late = take(task("b").withTimes(null, NOW.plusSeconds(3)), true);
        tick(Duration.ZERO);
        scheduler.claimed(doubtful, at(NOW));
        scheduler.claimed(late, at(NOW));
        scheduler.tick(new StartGate(false, true), at(NOW.plusSeconds(2)), this::start);
        assertThat(started).isEmpty();
        tick(Duration.ofSeconds(2));
        assertThat(happened).containsExactly("claim a", "claim b", "EXPIRED a", "start b");
    }

    @Test
    void claimedAttemptThatCannotStartIsHandedBackWhenTheWorkerStops() {
        Attempt once = take(task("b").withWork(task("b").work().withIfWorkerDies(IfWorkerDies.FAIL)), false);
        tick(Duration.ZERO);
        scheduler.claimed(once, at(NOW));
        scheduler.handBackRunning(at(NOW));
        assertThat(happened).containsExactly("claim b", "HANDED_BACK b");
    }

    @Test
    void attemptThatRunsLongIsClaimedOnce() {
        take("a");
        tick(Duration.ZERO);
        tick(Duration.ofSeconds(10));
        tick(Duration.ofSeconds(20));
        assertThat(happened).containsExactly("start a", "long a", "claim a");
    }

    @Test
    void drainHandsBackWhatRunsButFailsWhatMustNotRunTwice() {
        take("a");
        Attempt once = take(task("b").withWork(task("b").work().withIfWorkerDies(IfWorkerDies.FAIL)), false);
        tick(Duration.ZERO);
        scheduler.claimed(once, at(NOW));
        tick(Duration.ZERO);
        scheduler.handBackRunning(at(NOW));
        assertThat(happened).contains("HANDED_BACK a", "FAILED b");
    }

    @Test
    void droppedAttemptsSayNothingMore() {
        Attempt a = take("a");
        take("b");
        take("c");
        tick(Duration.ZERO);
        scheduler.drop(attempt -> true);
        returned(a, NOW);
        tick(Duration.ofSeconds(1));
        assertThat(happened)
                .containsExactly(
                        "start a", "start b", "dropped c", "interrupt a", "dropped a", "interrupt b", "dropped b");
        assertThat(scheduler.unfinished()).isZero();
    }

    @Test
    void prioritiesShareSlotsByTheirWeights() {
        ReadyQueue queue = new ReadyQueue();
        for (Priority priority : Priority.values()) {
            for (int i = 0; i < 30; i++) {
                Task task = task("t").withWork(task("t").work().withPriority(priority));
                queue.add(new Attempt(
                        new Subject(key("t"), task, new TaskPosition(NORMAL, 0, 0)),
                        new RecordOffset(partition, 0),
                        new Attempt.Window(NOW, NOW, Instant.MAX),
                        new Attempt.Arrived(true, false, BYTES)));
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

    @Test
    void threadThatHasNothingToDoTakesTheNextAttempt() {
        Attempt a = take("a");
        take("b");
        Attempt c = take("c");
        tick(Duration.ZERO);
        assertThat(scheduler.next(OPEN, at(NOW))).as("all slots are taken").isNull();
        assertThat(returned(a, NOW)).isTrue();
        assertThat(scheduler.next(OPEN, at(NOW))).isSameAs(c);
        assertThat(c.state()).isEqualTo(Attempt.State.RUNNING);
        assertThat(scheduler.running()).isEqualTo(2);
        tick(Duration.ofSeconds(1));
        assertThat(happened).contains("long c").doesNotContain("start c");
    }

    @Test
    void nothingIsTakenByAThreadWhileNothingMayStart() {
        take("a");
        assertThat(scheduler.next(new StartGate(false, true), at(NOW))).isNull();
        assertThat(scheduler.next(OPEN, at(NOW))).isNotNull();
        assertThat(scheduler.next(OPEN, at(NOW))).isNull();
    }

    @Test
    void attemptThatMustBeClaimedIsLeftToTheTick() {
        Attempt doubtful = take(task("a"), true);
        assertThat(scheduler.next(OPEN, at(NOW))).isNull();
        assertThat(doubtful.state()).isEqualTo(Attempt.State.READY);
        assertThat(scheduler.unfinished()).isEqualTo(1);
        tick(Duration.ZERO);
        assertThat(happened).containsExactly("claim a");
        scheduler.claimed(doubtful, at(NOW));
        assertThat(scheduler.next(OPEN, at(NOW))).isSameAs(doubtful);
    }

    @Test
    void threadPassesByWhatHasExpired() {
        take(task("a").withTimes(null, NOW.plusSeconds(1)), false);
        Attempt b = take("b");
        assertThat(scheduler.next(OPEN, at(NOW.plusSeconds(2)))).isSameAs(b);
        assertThat(happened).containsExactly("EXPIRED a");
    }

    @Test
    void threadPassesByWhatWasCancelled() {
        take("a");
        Attempt b = take("b");
        scheduler.cancel(key("a"), at(NOW));
        assertThat(scheduler.next(OPEN, at(NOW))).isSameAs(b);
        assertThat(scheduler.unfinished()).isEqualTo(1);
    }

    @Test
    void attemptOfALeakedHandlerThatReturnsHasEndedBefore() {
        Attempt a = take("a");
        tick(Duration.ZERO);
        scheduler.cancel(key("a"), at(NOW));
        assertThat(returned(a, NOW)).isFalse();
        assertThat(scheduler.running()).isZero();
        assertThat(scheduler.leaked()).isZero();
    }

    @Test
    void endWhileTheClaimIsPendingIsToldToWhoeverBringsTheClaim() {
        Attempt ran = take("a");
        Attempt runs = take("b");
        tick(Duration.ZERO);
        tick(CLAIMED_AFTER);
        assertThat(ran.claim()).isEqualTo(Attempt.Claim.PENDING);
        assertThat(returned(ran, NOW.plus(CLAIMED_AFTER))).isTrue();
        assertThat(scheduler.claimed(ran, at(NOW.plus(CLAIMED_AFTER)))).isTrue();
        assertThat(scheduler.claimed(runs, at(NOW.plus(CLAIMED_AFTER)))).isFalse();
        assertThat(runs.state()).isEqualTo(Attempt.State.RUNNING);
    }

    @Test
    void bytesCountFromTheTakeToTheEndHoweverItComes() {
        Attempt ends = take("a");
        take("b");
        take("c");
        take(task("d").withTimes(NOW.plusSeconds(9), null), false);
        take(task("e").withTimes(null, NOW.plusSeconds(1)), false);
        assertThat(scheduler.bytes()).isEqualTo(5 * BYTES);
        tick(Duration.ZERO);
        assertThat(scheduler.bytes()).isEqualTo(5 * BYTES);
        returned(ends, NOW);
        assertThat(scheduler.bytes()).isEqualTo(4 * BYTES);
        scheduler.cancel(key("d"), at(NOW));
        assertThat(scheduler.bytes()).isEqualTo(3 * BYTES);
        tick(Duration.ofSeconds(2));
        returned(started.get(1), NOW.plusSeconds(2));
        tick(Duration.ofSeconds(2));
        assertThat(happened).contains("EXPIRED e");
        assertThat(scheduler.bytes()).isEqualTo(BYTES);
        scheduler.drop(attempt -> true);
        assertThat(scheduler.bytes()).isZero();
    }

    @Test
    void claimThatStandsForADroppedAttemptTakesNoBytesTwice() {
        Attempt doubtful = take(task("a"), true);
        take("b");
        tick(Duration.ZERO);
        scheduler.drop(doubtful::equals);
        assertThat(scheduler.bytes()).isEqualTo(BYTES);
        assertThat(scheduler.claimed(doubtful, at(NOW))).isTrue();
        assertThat(Objects.requireNonNull(doubtful.ending()).status()).isEqualTo(ResultStatus.HANDED_BACK);
        assertThat(scheduler.bytes()).isEqualTo(BYTES);
    }

    @Test
    void noMoreThreadsAreWokenForShortAttemptsThanAreNeeded() {
        AttemptScheduler wide = new AttemptScheduler(100, attempt -> {}, IGNORED);
        wide.meanSlotTime(0.01);
        for (int i = 0; i < 50; i++) {
            wide.take(attempt(task("t" + i), false), OPEN, NOW);
        }
        wide.tick(OPEN, at(NOW), started::add);
        assertThat(started).hasSizeLessThanOrEqualTo(2);
        Attempt ended = started.get(0);
        int before = started.size();
        wide.returned(ended, AttemptEnding.succeeded(null), at(NOW));
        wide.tick(OPEN, at(NOW), started::add);
        assertThat(started).as("one ended: one is woken").hasSize(before + 1);
        assertThat(wide.mayStartMore()).isTrue();
        while (wide.mayStartMore()) {
            wide.tick(OPEN, at(NOW), started::add);
        }
        assertThat(started).as("none ended: more are woken each time").hasSize(50);
    }
}
