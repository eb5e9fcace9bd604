/**
 * The handlers that do the work: the interface for handlers in code, the registry by type, and the built-in {@code
 * http} and {@code shell}.
 */
@NullMarked
package dev.carillon.worker.handler;

import org.jspecify.annotations.NullMarked;
