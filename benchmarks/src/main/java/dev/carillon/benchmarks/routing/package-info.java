/** Which workers get tasks under each routing strategy, and how soon a change of the default takes effect. */
@NullMarked
package dev.carillon.benchmarks.routing;

import org.jspecify.annotations.NullMarked;
