/** What a newcomer feels first: how soon {@code carillon up} does something, and what it costs while it does nothing. */
@NullMarked
package dev.carillon.benchmarks.standalone;

import org.jspecify.annotations.NullMarked;
