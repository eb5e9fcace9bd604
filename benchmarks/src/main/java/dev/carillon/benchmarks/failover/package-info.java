/**
 * What ticks suffer when whoever makes them dies, sleeps, is cut off or is stopped. The triggers are processes of their own,
 * and what they did is read from the topics.
 */
@NullMarked
package dev.carillon.benchmarks.failover;

import org.jspecify.annotations.NullMarked;
