/** Large sets of hashes in plain arrays: what has been seen lately, in a few bytes each. Knows nothing of what is hashed. */
@NullMarked
package dev.carillon.kit.memory;

import org.jspecify.annotations.NullMarked;
