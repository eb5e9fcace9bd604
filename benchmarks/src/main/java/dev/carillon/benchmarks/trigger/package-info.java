/** The trigger: how many ticks it dispatches, how late they are, and how long it takes to read its schedules. */
@NullMarked
package dev.carillon.benchmarks.trigger;

import org.jspecify.annotations.NullMarked;
