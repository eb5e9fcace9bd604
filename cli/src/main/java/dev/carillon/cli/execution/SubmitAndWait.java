package dev.carillon.cli.execution;

import dev.carillon.cli.frame.ClusterSession;
import dev.carillon.schemas.record.Task;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;

/** Sends a task and, with {@code --wait}, waits for its outcome; the wait starts when the task may start. */
record SubmitAndWait(ClusterSession session, SubmittedExecution execution) {

    int send(Task task, Optional<Duration> wait) {
        String message = SubmitCommand.described(task);
        Runnable sending = () -> session.submissions().send(task);
        if (wait.isEmpty()) {
            return execution.start(sending, message);
        }
        return execution.startAndWait(sending, message, wait.get().plus(untilItMayStart(task)));
    }

    private Duration untilItMayStart(Task task) {
        Clock clock = session.environment().clock();
        Instant notBefore = task.notBefore();
        Duration distance = notBefore == null ? Duration.ZERO : Duration.between(clock.instant(), notBefore);
        return distance.isNegative() ? Duration.ZERO : distance;
    }
}
