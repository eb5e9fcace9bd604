/**
 * Measurements of Carillon, each beside the raw limit of the parts it uses, taken in the same run by the same means.
 * {@code benchmarks/run NAME} runs one; its last line is one JSON object.
 */
@NullMarked
package dev.carillon.benchmarks;

import org.jspecify.annotations.NullMarked;
