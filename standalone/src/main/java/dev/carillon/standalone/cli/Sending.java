package dev.carillon.standalone.cli;

import dev.carillon.schemas.record.Task;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;

/** Sends a task, and waits for its outcome if that is wished. */
record Sending(Session session, Execution execution) {

    int send(Task task, Optional<Duration> wait) {
        String words = SubmitCommand.words(task);
        Runnable sending = () -> session.submissions().send(task);
        if (wait.isEmpty()) {
            return execution.ask(sending, words);
        }
        return execution.askAndWait(sending, words, wait.get().plus(untilItMayStart(task)));
    }

    private Duration untilItMayStart(Task task) {
        Clock clock = session.surroundings().clock();
        Instant notBefore = task.notBefore();
        Duration distance = notBefore == null ? Duration.ZERO : Duration.between(clock.instant(), notBefore);
        return distance.isNegative() ? Duration.ZERO : distance;
    }
}
