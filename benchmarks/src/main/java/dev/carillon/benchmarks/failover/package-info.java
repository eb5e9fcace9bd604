/**
 * What happens to ticks when the leader dies, sleeps, is cut off or is stopped. The triggers run in separate processes,
 * and the benchmark reads from the topics what they did.
 */
@NullMarked
package dev.carillon.benchmarks.failover;

import org.jspecify.annotations.NullMarked;
