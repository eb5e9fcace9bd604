/** Commands about executions: submit, wait, cancel, and why a tick did or did not become one. */
@NullMarked
package dev.carillon.cli.execution;

import org.jspecify.annotations.NullMarked;
