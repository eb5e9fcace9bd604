/** Large sets of recent hashes in plain arrays, at a few bytes per hash. */
@NullMarked
package dev.carillon.kit.memory;

import org.jspecify.annotations.NullMarked;
