package dev.carillon.worker.execution;

import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The call of one attempt's handler: on which thread it is, and what the handler sees of the worker. */
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
        // An interrupt meant for this attempt must not meet the next one on this thread.
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

    /** Closes what the handler wrote to; its end is reported whatever becomes of the last log lines. */
    void close() {
        try {
            context.close();
        } catch (RuntimeException e) {
            LOG.error("the last log lines of {} are lost", attempt, e);
        }
    }
}
