/**
 * From records to what is known of executions, without Kafka and without SQL.
 *
 * <p>Records of one execution lie in many partitions, so they arrive in any order, and after a failed commit some arrive
 * again. All that is kept is therefore made of facts of which the earliest or the latest counts, by {@link
 * dev.carillon.console.history.fold.Stamp}: taken in any order, any number of times and in any batches, the same records
 * give the same {@link dev.carillon.console.history.fold.RunFacts}. What lists and counts show ({@link
 * dev.carillon.console.history.fold.RunSummary}) is computed from the facts alone.
 */
@NullMarked
package dev.carillon.console.history.fold;

import org.jspecify.annotations.NullMarked;
