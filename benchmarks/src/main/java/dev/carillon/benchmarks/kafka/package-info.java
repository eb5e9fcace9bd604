/** The measured Kafka: a broker in a separate process with Carillon's topics, and its addresses. */
@NullMarked
package dev.carillon.benchmarks.kafka;

import org.jspecify.annotations.NullMarked;
