package dev.carillon.client;

/** The stable codes of what only a client can meet; the others are those of the contract and of the kit. */
public enum ClientProblem {
    /** Nobody has applied a schedule of this name, or its record can't be read. */
    NO_SUCH_SCHEDULE,
    /** The cluster answers, but Carillon's topics are not there. */
    NO_SUCH_TOPICS,
    /** The cluster answers, but refuses what was asked for. */
    KAFKA_REFUSED
}
