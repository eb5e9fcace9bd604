@NullMarked
package dev.carillon.benchmarks.frame;

import org.jspecify.annotations.NullMarked;
