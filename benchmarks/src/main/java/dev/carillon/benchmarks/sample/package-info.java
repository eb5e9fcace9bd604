/** Schedules of the size that all benchmarks are measured with, raw limits included. */
@NullMarked
package dev.carillon.benchmarks.sample;

import org.jspecify.annotations.NullMarked;
