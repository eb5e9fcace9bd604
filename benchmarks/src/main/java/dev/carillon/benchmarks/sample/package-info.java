/** Schedules of the same size for all benchmarks, raw limits included. */
@NullMarked
package dev.carillon.benchmarks.sample;

import org.jspecify.annotations.NullMarked;
