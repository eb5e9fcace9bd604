package dev.carillon.collector.ledger;

/** In one word what came of an event; each is counted. */
public enum Verdict {
    /** The execution has its Outcome. */
    ENDED,
    /** It was open under this key, and its worker has written the Outcome. */
    SETTLED,
    /** A timer holds its next attempt. */
    RETRYING,
    /** A timer holds it. */
    WAITING,
    RELEASED,
    CLAIMED,
    /** A question went into the log. */
    ASKED,
    /** Nothing to do. */
    NOTHING,
    /** A word on an attempt that is over. */
    LATE,
    /** The same word once more. */
    DUPLICATE,
    /** A word on an attempt that was never dispatched. */
    STRAY,
    /** The list of queues is too old to tell whether the task's queue exists. */
    UNSURE_OF_QUEUE
}
