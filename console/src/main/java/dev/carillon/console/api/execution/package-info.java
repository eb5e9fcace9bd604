/** REST for executions, dead letters, workers and health. */
@NullMarked
package dev.carillon.console.api.execution;

import org.jspecify.annotations.NullMarked;
