package dev.carillon.worker.execution;

import static dev.carillon.worker.TestTasks.NORMAL;
import static dev.carillon.worker.TestTasks.NOW;
import static dev.carillon.worker.TestTasks.key;
import static dev.carillon.worker.TestTasks.task;
import static org.assertj.core.api.Assertions.assertThat;

import dev.carillon.schemas.offset.StoredPoint;
import dev.carillon.schemas.record.Task;
import dev.carillon.schemas.record.TaskPosition;
import dev.carillon.schemas.work.Priority;
import dev.carillon.worker.execution.Attempt.State;
import dev.carillon.worker.offset.PartitionProgress;
import dev.carillon.worker.offset.RecordOffset;
import dev.carillon.worker.report.ReportRecords.Subject;
import dev.carillon.worker.wire.InputPartition;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Random;
import org.junit.jupiter.api.Test;

final class WaitingAttemptsTest {
    private final WaitingAttempts waiting = new WaitingAttempts();
    private final PartitionProgress partition =
            new PartitionProgress(new InputPartition(NORMAL, 0), StoredPoint.untouched(0));

    private Attempt attempt(Task task, Instant notBefore) {
        return attempt(task, notBefore, false);
    }

    private Attempt attempt(Task task, Instant notBefore, boolean doubtful) {
        return new Attempt(
                new Subject(key(task.taskId()), task, new TaskPosition(NORMAL, 0, 0)),
                new RecordOffset(partition, 0),
                new Attempt.Window(NOW, notBefore, Instant.MAX),
                new Attempt.Arrived(true, doubtful, 0));
    }

    private Attempt attempt(String taskId, Instant notBefore) {
        return attempt(task(taskId), notBefore);
    }

    private Attempt ready(String taskId) {
        Attempt attempt = attempt(taskId, NOW);
        waiting.add(attempt);
        return attempt;
    }

    private List<String> all() {
        List<String> order = new ArrayList<>();
        for (Attempt next = waiting.next(); next != null; next = waiting.next()) {
            order.add(next.key().taskId());
        }
        return order;
    }

    @Test
    void heldAttemptsBecomeReadyInTheOrderOfTheirInstants() {
        Attempt last = attempt("c", NOW.plusSeconds(3));
        waiting.hold(last);
        waiting.hold(attempt("a", NOW.plusSeconds(1)));
        waiting.hold(attempt("b", NOW.plusSeconds(2)));
        assertThat(waiting.nextDue()).isEqualTo(NOW.plusSeconds(1));
        waiting.release(NOW.plusSeconds(2));
        assertThat(waiting.held()).isEqualTo(1);
        assertThat(waiting.ready()).isEqualTo(2);
        assertThat(last.state()).isEqualTo(State.HELD);
        assertThat(waiting.nextDue()).isEqualTo(NOW.plusSeconds(3));
        assertThat(all()).containsExactly("a", "b");
        waiting.release(NOW.plusSeconds(3).minusNanos(1));
        assertThat(waiting.ready()).isZero();
        waiting.release(NOW.plusSeconds(3));
        assertThat(all()).containsExactly("c");
        assertThat(waiting.nextDue()).isNull();
    }

    @Test
    void whatHasToBeClaimedIsCountedWhileItIsReady() {
        Attempt held = attempt(task("held"), NOW.plusSeconds(1), true);
        waiting.hold(held);
        ready("plain");
        assertThat(waiting.toClaim(partition)).isZero();
        waiting.release(NOW.plusSeconds(1));
        Attempt dropped = attempt(task("dropped"), NOW, true);
        waiting.add(dropped);
        assertThat(waiting.toClaim(partition)).isEqualTo(2);
        waiting.remove(dropped);
        dropped.become(State.DROPPED);
        assertThat(waiting.toClaim(partition)).isEqualTo(1);
        assertThat(all()).containsExactly("plain", "held");
        assertThat(waiting.toClaim(partition)).isZero();
        waiting.addFirst(held);
        assertThat(waiting.toClaim(partition)).isEqualTo(1);
        assertThat(waiting.next()).isSameAs(held);
        held.claim(Attempt.Claim.HELD);
        waiting.addFirst(held);
        assertThat(waiting.toClaim(partition)).as("it is claimed already").isZero();
    }

    @Test
    void attemptThatWaitedBeforeIsTheNextOfItsPriority() {
        Attempt b = ready("b");
        assertThat(waiting.next()).isSameAs(b);
        b.become(State.CLAIMING);
        ready("a");
        assertThat(waiting.ready()).isEqualTo(1);
        waiting.addFirst(b);
        assertThat(b.state()).isEqualTo(State.READY);
        assertThat(waiting.ready()).isEqualTo(2);
        assertThat(waiting.next()).isSameAs(b);
        Attempt urgent = attempt(task("u").withWork(task("u").work().withPriority(Priority.URGENT)), NOW);
        waiting.add(urgent);
        assertThat(all()).containsExactly("u", "a");
    }

    @Test
    void whatWasRemovedIsPassedByAndCountsNoMore() {
        ready("a");
        Attempt gone = ready("b");
        Attempt held = attempt("c", NOW.plusSeconds(1));
        waiting.hold(held);
        for (Attempt each : List.of(gone, held)) {
            waiting.remove(each);
            each.become(State.DROPPED);
        }
        assertThat(waiting.ready()).isEqualTo(1);
        assertThat(waiting.held()).isZero();
        assertThat(waiting.matching(attempt -> true))
                .extracting(attempt -> attempt.key().taskId())
                .containsExactly("a");
        waiting.release(NOW.plusSeconds(9));
        assertThat(all()).containsExactly("a");
        assertThat(waiting.ready()).isZero();
    }

    @Test
    void attemptThatDoesNotWaitIsNotRemoved() {
        Attempt started = ready("a");
        assertThat(waiting.next()).isSameAs(started);
        started.become(State.RUNNING);
        waiting.remove(started);
        assertThat(waiting.ready()).isZero();
    }

    @Test
    void conditionIsAskedOfHeldAndReadyAttempts() {
        ready("a");
        ready("b");
        waiting.hold(attempt("c", NOW.plusSeconds(1)));
        assertThat(waiting.matching(attempt -> !attempt.key().taskId().equals("a")))
                .extracting(attempt -> attempt.key().taskId())
                .containsExactlyInAnyOrder("b", "c");
    }

    /** For any order of operations, the counts are those of a plain list of the attempts. */
    @Test
    void countsAreThoseOfTheAttemptsThatWait() {
        long seed = new Random().nextLong();
        Random random = new Random(seed);
        List<Attempt> known = new ArrayList<>();
        Instant now = NOW;
        for (int step = 0; step < 5_000; step++) {
            String name = "seed " + seed + " step " + step;
            switch (random.nextInt(6)) {
                case 0 -> known.add(ready("t" + step));
                case 1 -> {
                    Attempt held = attempt("t" + step, now.plusSeconds(random.nextInt(20)));
                    waiting.hold(held);
                    known.add(held);
                }
                case 2 -> {
                    now = now.plusSeconds(random.nextInt(3));
                    waiting.release(now);
                }
                case 3 -> {
                    if (!known.isEmpty()) {
                        Attempt gone = known.remove(random.nextInt(known.size()));
                        waiting.remove(gone);
                        gone.become(State.DROPPED);
                    }
                }
                default -> take(known, random.nextInt(3) == 0, name);
            }
            assertThat(waiting.ready()).as(name).isEqualTo(count(known, State.READY));
            assertThat(waiting.held()).as(name).isEqualTo(count(known, State.HELD));
        }
    }

    private void take(List<Attempt> known, boolean putBack, String name) {
        Attempt next = waiting.next();
        if (next == null) {
            assertThat(count(known, State.READY)).as(name).isZero();
            return;
        }
        assertThat(next.state()).as(name).isEqualTo(State.READY);
        if (putBack) {
            waiting.addFirst(next);
            assertThat(waiting.next()).as(name).isSameAs(next);
            waiting.addFirst(next);
            return;
        }
        next.become(State.RUNNING);
        assertThat(known.remove(Objects.requireNonNull(next))).as(name).isTrue();
    }

    private static long count(List<Attempt> known, State state) {
        return known.stream().filter(attempt -> attempt.state() == state).count();
    }
}
