@NullMarked
package dev.carillon.benchmarks;

import org.jspecify.annotations.NullMarked;
