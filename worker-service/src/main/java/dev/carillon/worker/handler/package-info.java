/**
 * What does the work: the interface that handlers in code implement, the registry by type, and the built-in {@code http}
 * and {@code shell}.
 */
@NullMarked
package dev.carillon.worker.handler;

import org.jspecify.annotations.NullMarked;
