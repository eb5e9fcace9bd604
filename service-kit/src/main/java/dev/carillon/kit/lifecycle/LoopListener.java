package dev.carillon.kit.lifecycle;

import java.time.Duration;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Called exactly once for each exception of a loop. */
@FunctionalInterface
public interface LoopListener {
    /**
     * A round has failed.
     *
     * @param inARow how many rounds have failed in a row, from 1
     * @param pause how long the loop pauses before it tries again
     */
    void failed(String loop, Throwable failure, int inARow, Duration pause);

    /** Logs the stack trace of the first failure in a row and one line for each further one. */
    static LoopListener logging() {
        Logger log = LoggerFactory.getLogger(Loop.class);
        return (loop, failure, inARow, pause) -> {
            if (inARow == 1) {
                log.error("{} failed; next try in {}", loop, pause, failure);
            } else {
                log.error("{} failed {} times in a row ({}); next try in {}", loop, inARow, failure.toString(), pause);
            }
        };
    }
}
