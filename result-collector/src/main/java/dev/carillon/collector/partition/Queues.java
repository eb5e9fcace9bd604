package dev.carillon.collector.partition;

import dev.carillon.collector.ledger.QueueList;

/** Which queues have topics. */
public interface Queues {
    QueueList list();

    /** Asks for a newer list soon; returns at once. */
    void refreshSoon();
}
