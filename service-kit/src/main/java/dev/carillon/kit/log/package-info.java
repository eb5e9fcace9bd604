/**
 * Logs: readable lines on a terminal, JSON lines elsewhere, and never a storm of repeats.
 */
@NullMarked
package dev.carillon.kit.log;

import org.jspecify.annotations.NullMarked;
