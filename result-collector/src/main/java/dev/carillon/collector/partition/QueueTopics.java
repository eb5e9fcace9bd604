package dev.carillon.collector.partition;

import dev.carillon.collector.ledger.QueueList;

/** The queues that have topics. */
public interface QueueTopics {
    QueueList list();

    /** Asks for a newer list soon; returns at once. */
    void refreshSoon();
}
