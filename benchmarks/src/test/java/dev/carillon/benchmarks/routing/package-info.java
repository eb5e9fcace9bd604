@NullMarked
package dev.carillon.benchmarks.routing;

import org.jspecify.annotations.NullMarked;
