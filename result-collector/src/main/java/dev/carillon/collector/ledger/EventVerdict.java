package dev.carillon.collector.ledger;

/** What followed from an event; each is counted. */
public enum EventVerdict {
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
    /** A check was written to the log. */
    ASKED,
    /** Nothing to do. */
    NOTHING,
    /** A record about an attempt that is over. */
    LATE,
    /** A repeated record. */
    DUPLICATE,
    /** A record about an attempt that was never dispatched. */
    STRAY,
    /** The list of queues is too old to tell whether the task's queue exists. */
    UNSURE_OF_QUEUE
}
