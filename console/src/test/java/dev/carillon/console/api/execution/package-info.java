/** Tests of the answers about executions. */
@NullMarked
package dev.carillon.console.api.execution;

import org.jspecify.annotations.NullMarked;
