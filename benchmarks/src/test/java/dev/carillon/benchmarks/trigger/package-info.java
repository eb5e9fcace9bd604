@NullMarked
package dev.carillon.benchmarks.trigger;

import org.jspecify.annotations.NullMarked;
