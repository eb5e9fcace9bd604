/** Schedules in the history, with the durations and counts of their runs. */
@NullMarked
package dev.carillon.console.history.schedule;

import org.jspecify.annotations.NullMarked;
