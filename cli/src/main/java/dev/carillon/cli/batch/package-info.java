/** Reads tasks from lines of JSON, one at a time, so that a file of any length fits in memory. */
@NullMarked
package dev.carillon.cli.batch;

import org.jspecify.annotations.NullMarked;
