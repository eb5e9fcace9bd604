/** How long the client library takes to submit many tasks. */
@NullMarked
package dev.carillon.benchmarks.submit;

import org.jspecify.annotations.NullMarked;
