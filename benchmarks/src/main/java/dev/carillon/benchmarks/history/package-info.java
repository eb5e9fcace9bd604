/** How fast the history reads records, and how fast it answers. */
@NullMarked
package dev.carillon.benchmarks.history;

import org.jspecify.annotations.NullMarked;
