/**
 * Failures that a user sees: each carries a stable code and says what to do.
 */
@NullMarked
package dev.carillon.kit.errors;

import org.jspecify.annotations.NullMarked;
