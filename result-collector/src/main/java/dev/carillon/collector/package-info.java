/**
 * The collector: what workers say of attempts becomes retries and, once per execution, an Outcome.
 *
 * <p>The data's way: {@code intake} (bytes become events) → {@code ledger} (decides, purely; asks {@code retry}) → {@code
 * timer}, {@code claim} (what waits, who is at work) → {@code outcome} (records to write). {@code partition} does this
 * for one partition, {@code streams} runs the partitions in Kafka Streams.
 */
@NullMarked
package dev.carillon.collector;

import org.jspecify.annotations.NullMarked;
