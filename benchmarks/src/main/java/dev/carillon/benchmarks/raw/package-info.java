/** The raw limit: what plain clients of the same Kafka reach with the same records. */
@NullMarked
package dev.carillon.benchmarks.raw;

import org.jspecify.annotations.NullMarked;
