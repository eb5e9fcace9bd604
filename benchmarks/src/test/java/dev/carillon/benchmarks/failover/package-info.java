@NullMarked
package dev.carillon.benchmarks.failover;

import org.jspecify.annotations.NullMarked;
