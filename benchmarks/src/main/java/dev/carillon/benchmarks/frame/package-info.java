/** What every benchmark is made of: what was asked, figures with their bounds, several runs and their medians. */
@NullMarked
package dev.carillon.benchmarks.frame;

import org.jspecify.annotations.NullMarked;
