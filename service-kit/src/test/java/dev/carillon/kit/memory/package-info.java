/** Tests of the memory package. */
@NullMarked
package dev.carillon.kit.memory;

import org.jspecify.annotations.NullMarked;
