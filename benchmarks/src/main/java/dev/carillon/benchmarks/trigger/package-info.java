/** What the trigger does: how many ticks it dispatches, how punctual they are, and how long it takes to know its schedules. */
@NullMarked
package dev.carillon.benchmarks.trigger;

import org.jspecify.annotations.NullMarked;
