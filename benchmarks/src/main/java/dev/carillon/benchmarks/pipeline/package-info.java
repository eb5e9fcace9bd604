/**
 * The whole pipeline of a task: client, workers, collector, outcome, each in a separate process as in production,
 * beside plain Kafka clients that pass records along the same hops.
 */
@NullMarked
package dev.carillon.benchmarks.pipeline;

import org.jspecify.annotations.NullMarked;
