package dev.carillon.worker.execution;

import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The call of one attempt's handler: its context, and the thread it is on. */
final class AttemptRun {
    private static final Logger LOG = LoggerFactory.getLogger(AttemptRun.class);

    private final Attempt attempt;
    private final AttemptContext context;
    private @Nullable Thread thread;

    AttemptRun(Attempt attempt, AttemptContext context) {
        this.attempt = attempt;
        this.context = context;
    }

    Attempt attempt() {
        return attempt;
    }

    AttemptContext context() {
        return context;
    }

    synchronized void enter() {
        thread = Thread.currentThread();
    }

    synchronized void leave() {
        thread = null;
        // An interrupt meant for this attempt must not hit the next one on this thread.
        if (Thread.interrupted()) {
            LOG.trace("{} was interrupted as it ended", attempt);
        }
    }

    synchronized void interrupt() {
        Thread current = thread;
        if (current != null) {
            current.interrupt();
        }
    }

    /** Closes the handler's log; the end is reported even if the last log lines are lost. */
    void close() {
        try {
            context.close();
        } catch (RuntimeException e) {
            LOG.error("the last log lines of {} are lost", attempt, e);
        }
    }
}
