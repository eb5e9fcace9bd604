package dev.carillon.trigger.sweep;

import java.time.Duration;
import java.util.Map;
import java.util.Set;

/** Sees and ends the open transactions of others. */
public interface OpenTransactions {
    /**
     * What those brokers know that have answered.
     *
     * @param failures of the others, by broker
     */
    record Found(Set<String> ids, Map<Integer, Exception> failures) {}

    /** The ids matching the pattern whose transaction has been open for longer than that. */
    Found openLongerThan(Duration time, String pattern) throws Exception;

    /** Ends the open transaction of each and fences its producer; says for whom that failed, and why. */
    Map<String, Exception> fence(Set<String> ids) throws InterruptedException;
}
