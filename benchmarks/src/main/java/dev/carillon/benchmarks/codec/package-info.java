/** The cost of reading and writing one record, compared with Jackson. */
@NullMarked
package dev.carillon.benchmarks.codec;

import org.jspecify.annotations.NullMarked;
