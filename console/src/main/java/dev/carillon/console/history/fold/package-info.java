/**
 * Combines records into facts about executions, without Kafka and without SQL.
 *
 * <p>The records of one execution are in many partitions, so they arrive in any order, and after a failed commit some
 * arrive again. Of each fact therefore either the earliest or the latest counts, by {@link
 * dev.carillon.console.history.fold.RecordStamp}: in any order, any number of times and in any batches, the records of
 * an execution give the same {@link dev.carillon.console.history.fold.RunFacts}. Lists and counts show a {@link
 * dev.carillon.console.history.fold.RunSummary}, which is computed from the facts alone.
 */
@NullMarked
package dev.carillon.console.history.fold;

import org.jspecify.annotations.NullMarked;
