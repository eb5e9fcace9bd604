/** Scenarios with the whole system; the checker checks each of them at the end. */
@NullMarked
package dev.carillon.system.scenario;

import org.jspecify.annotations.NullMarked;
