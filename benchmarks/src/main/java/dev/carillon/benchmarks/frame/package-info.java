/** The parts of every benchmark: command line, figures with their bounds, several runs and their medians. */
@NullMarked
package dev.carillon.benchmarks.frame;

import org.jspecify.annotations.NullMarked;
