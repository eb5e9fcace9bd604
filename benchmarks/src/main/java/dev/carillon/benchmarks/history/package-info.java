/** How fast the history takes in what has happened, and how fast it answers. */
@NullMarked
package dev.carillon.benchmarks.history;

import org.jspecify.annotations.NullMarked;
