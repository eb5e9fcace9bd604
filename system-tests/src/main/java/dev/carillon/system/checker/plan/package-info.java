/** Computes planned instants a second time, by brute force. */
@NullMarked
package dev.carillon.system.checker.plan;

import org.jspecify.annotations.NullMarked;
