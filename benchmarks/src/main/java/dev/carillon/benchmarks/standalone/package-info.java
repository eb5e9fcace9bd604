/** How soon {@code carillon up} prints its first outcome, and what it costs while it is idle. */
@NullMarked
package dev.carillon.benchmarks.standalone;

import org.jspecify.annotations.NullMarked;
