package dev.carillon.trigger.sweep;

import java.time.Duration;
import java.util.Map;
import java.util.Set;

/** Lists and ends open transactions of other processes. */
public interface OpenTransactions {
    /**
     * The ids from all brokers that have answered.
     *
     * @param failures why the other brokers have not, by broker id
     */
    record Found(Set<String> ids, Map<Integer, Exception> failures) {}

    /** The ids matching the pattern whose transaction has been open for longer than that. */
    Found openLongerThan(Duration time, String pattern) throws Exception;

    /** Ends the open transaction of each id and fences its producer; returns why that failed, by id. */
    Map<String, Exception> fence(Set<String> ids) throws InterruptedException;
}
