/**
 * Ends transactions that dead processes left open, because readers of committed records stop at the first open one.
 *
 * <p>Only the leader sweeps: every 500 ms, and at once when it has won. A worker's transaction lasts less than a
 * second, so one open for 3 s is taken for a dead worker's; the collector's may take longer, so 6 s. An id fenced
 * within the last minute gets twice that: a slow but living process must be able to finish.
 *
 * <pre>
 * failure                               what happens
 * a living process is fenced            it meets an error, repeats its transaction, and nothing is lost or doubled
 * the sweeper no longer leads           harmless, for the same reason
 * a broker does not answer              the other brokers' transactions are swept; the next round asks it again
 * Kafka does not answer                 the next round tries again; the broker ends the transaction after its time-out
 * the rights on those ids are missing   one log line a minute; the broker's time-out remains
 * </pre>
 */
@NullMarked
package dev.carillon.trigger.sweep;

import org.jspecify.annotations.NullMarked;
