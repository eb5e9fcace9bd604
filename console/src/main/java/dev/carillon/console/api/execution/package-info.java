/** What REST says of executions, dead letters and workers, and what it lets be done with them. */
@NullMarked
package dev.carillon.console.api.execution;

import org.jspecify.annotations.NullMarked;
