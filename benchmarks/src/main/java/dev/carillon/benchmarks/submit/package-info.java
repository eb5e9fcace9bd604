/** How long the client library and the command line take to submit tasks and to apply schedules. */
@NullMarked
package dev.carillon.benchmarks.submit;

import org.jspecify.annotations.NullMarked;
