/** The raw limit: what the same Kafka does with the same records when nobody schedules anything. */
@NullMarked
package dev.carillon.benchmarks.raw;

import org.jspecify.annotations.NullMarked;
