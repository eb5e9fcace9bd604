/** The Kafka that is measured: a broker in a process of its own, with Carillon's topics, and how it is reached. */
@NullMarked
package dev.carillon.benchmarks.kafka;

import org.jspecify.annotations.NullMarked;
