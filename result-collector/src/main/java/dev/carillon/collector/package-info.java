/**
 * The collector: what workers say of attempts becomes retries and, once per execution, an Outcome.
 *
 * <p>The data's way: {@code intake} (bytes become events) → {@code ledger} (decides, purely; asks {@code retry}) → {@code
 * timer}, {@code claim} (what waits, who is at work) → {@code outcome} (records to write). {@code desk} does this for one
 * partition, {@code streams} seats the desks in Kafka Streams.
 */
@NullMarked
package dev.carillon.collector;

import org.jspecify.annotations.NullMarked;
