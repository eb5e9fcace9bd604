/** Executions in the history: rows, details, filters and log lines. */
@NullMarked
package dev.carillon.console.history.run;

import org.jspecify.annotations.NullMarked;
