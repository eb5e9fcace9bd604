/** To whom tasks go under each routing strategy, and how soon a switch is felt. */
@NullMarked
package dev.carillon.benchmarks.routing;

import org.jspecify.annotations.NullMarked;
