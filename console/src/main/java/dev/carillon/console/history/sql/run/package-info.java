/** Rows of executions and attempts: written, searched and counted. */
@NullMarked
package dev.carillon.console.history.sql.run;

import org.jspecify.annotations.NullMarked;
