/** What reading and writing one record costs, beside Jackson's ways of doing it. */
@NullMarked
package dev.carillon.benchmarks.codec;

import org.jspecify.annotations.NullMarked;
