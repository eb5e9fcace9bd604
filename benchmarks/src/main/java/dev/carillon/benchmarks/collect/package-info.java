/** How fast a collector passes results, and how soon a failed attempt is released again. */
@NullMarked
package dev.carillon.benchmarks.collect;

import org.jspecify.annotations.NullMarked;
