/** How fast a collector reads results, and how soon it releases a failed attempt again. */
@NullMarked
package dev.carillon.benchmarks.collect;

import org.jspecify.annotations.NullMarked;
