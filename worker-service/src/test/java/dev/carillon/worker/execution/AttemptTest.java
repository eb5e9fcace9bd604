package dev.carillon.worker.execution;

import static dev.carillon.worker.TestTasks.NORMAL;
import static dev.carillon.worker.TestTasks.NOW;
import static dev.carillon.worker.TestTasks.key;
import static dev.carillon.worker.TestTasks.task;
import static org.assertj.core.api.Assertions.assertThat;

import dev.carillon.schemas.key.ExecutionKey;
import dev.carillon.schemas.offset.StoredPoint;
import dev.carillon.schemas.record.Task;
import dev.carillon.schemas.record.TaskPosition;
import dev.carillon.schemas.work.IfWorkerDies;
import dev.carillon.schemas.work.Origin;
import dev.carillon.worker.execution.Attempt.Arrived;
import dev.carillon.worker.execution.Attempt.Claim;
import dev.carillon.worker.offset.PartitionProgress;
import dev.carillon.worker.offset.RecordOffset;
import dev.carillon.worker.report.ReportRecords.Subject;
import dev.carillon.worker.wire.InputPartition;
import java.util.Objects;
import org.junit.jupiter.api.Test;

final class AttemptTest {
    private static final Arrived SUBMITTED = new Arrived(true, false, 0);

    private static Attempt attempt(Task task, Arrived arrived) {
        return new Attempt(
                new Subject(Objects.requireNonNull(task.key()), task, new TaskPosition(NORMAL, 0, 0)),
                new RecordOffset(new PartitionProgress(new InputPartition(NORMAL, 0), StoredPoint.untouched(0)), 0),
                new Attempt.Window(NOW, NOW, NOW.plusSeconds(1)),
                arrived);
    }

    private static boolean maySettle(Task task, Arrived arrived) {
        return attempt(task, arrived).maySettle();
    }

    @Test
    void firstAttemptThatWasSubmittedMaySettle() {
        assertThat(maySettle(task("a"), SUBMITTED)).isTrue();
    }

    @Test
    void onlyAKeyThatWasMadeForItAloneMaySettle() {
        Task chosen = task("a").withKey(ExecutionKey.of("a", NOW.plusMillis(1)));
        assertThat(maySettle(chosen, SUBMITTED))
                .as("its key may be submitted again, for later")
                .isFalse();
        Task atPosition = task("a").withKey(ExecutionKey.parse("a:2026-11-18T06:00:00Z~default.normal-3-17"));
        assertThat(maySettle(atPosition, SUBMITTED)).isTrue();
        Task tick = Task.first(ExecutionKey.of("a", NOW), Origin.TICK, task("a").work());
        assertThat(maySettle(tick, SUBMITTED)).isTrue();
        Task likeATick = Task.first(
                ExecutionKey.of("a", NOW), Origin.SUBMITTED, task("a").work());
        assertThat(maySettle(likeATick, SUBMITTED)).isFalse();
    }

    @Test
    void attemptThatTheCollectorReleasedMayNotSettle() {
        assertThat(maySettle(task("a"), new Arrived(false, false, 0))).isFalse();
    }

    @Test
    void laterAttemptsAndDeliveriesMayNotSettle() {
        assertThat(maySettle(task("a").nextAttempt(NOW), SUBMITTED)).isFalse();
        assertThat(maySettle(task("a").redelivered(), SUBMITTED)).isFalse();
    }

    @Test
    void subExecutionMayNotSettle() {
        assertThat(maySettle(task("a").withKey(key("a").subExecution(1)), SUBMITTED))
                .isFalse();
    }

    @Test
    void attemptThatIsOrHasToBeClaimedMayNotSettle() {
        assertThat(maySettle(task("a"), new Arrived(true, true, 0))).isFalse();
        Task once = task("a").withWork(task("a").work().withIfWorkerDies(IfWorkerDies.FAIL));
        assertThat(maySettle(once, SUBMITTED)).isFalse();
        for (Claim claim : Claim.values()) {
            Attempt attempt = attempt(task("a"), SUBMITTED);
            attempt.claim(claim);
            assertThat(attempt.maySettle()).as("%s", claim).isEqualTo(claim == Claim.NONE);
        }
    }
}
