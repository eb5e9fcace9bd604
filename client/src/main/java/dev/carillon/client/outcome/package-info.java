/** Waits for the outcomes of executions. */
@NullMarked
package dev.carillon.client.outcome;

import org.jspecify.annotations.NullMarked;
