/**
 * The collector: turns the results of attempts into retries and, once per execution, an Outcome.
 *
 * <p>The path of a record: {@code intake} (bytes become events) → {@code ledger} (decides, as a pure function) → {@code
 * timer}, {@code claim} (waiting and claimed attempts) → {@code outcome} (records to write). {@code partition} does
 * this for one partition, {@code streams} runs the partitions in Kafka Streams.
 */
@NullMarked
package dev.carillon.collector;

import org.jspecify.annotations.NullMarked;
